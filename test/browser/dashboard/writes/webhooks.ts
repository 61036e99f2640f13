import type { InventoryClient, Webhook } from '../../../../client'
import { findField, press, typeInto, type Write } from './write'

const makeWebhook = (client: InventoryClient, text: string) =>
  client.createWebhook({ url: `http://127.0.0.1:40009/${text}` })

async function findWebhook(client: InventoryClient, text: string): Promise<Webhook | undefined> {
  return (await client.listWebhooks().toArray()).find(({ url }) => url.endsWith(`/${text}`))
}

/** It is deleted then: a company has ten at most. */
async function countWebhook(
  client: InventoryClient,
  text: string,
  isIt: (webhook: Webhook) => boolean,
): Promise<number> {
  const webhook = await findWebhook(client, text)
  if (webhook) await client.deleteWebhook(webhook.id)
  return webhook && isIt(webhook) ? 1 : 0
}

/** Of the webhook, which is deleted then. */
async function countDeliveries(client: InventoryClient, text: string): Promise<number> {
  const webhook = await findWebhook(client, text)
  if (!webhook) throw new Error('the webhook is gone')
  const { length } = (await client.listDeliveries(webhook.id)).data
  await client.deleteWebhook(webhook.id)
  return length
}

export const webhookWrites: Write[] = [
  {
    name: 'create a webhook',
    method: 'POST',
    path: /\/webhooks$/,
    prepare: async () => '/settings/webhooks?open=new',
    fill: async (page, text) => findField(page, 'Address').fill(`http://127.0.0.1:40009/${text}`),
    typed: async (page) => (await findField(page, 'Address').inputValue()).split('/').at(-1) ?? '',
    submit: press('Create webhook'),
    count: async (client, text) => {
      const found = (await client.listWebhooks().toArray()).filter(({ url }) => url.endsWith(`/${text}`))
      for (const { id } of found) await client.deleteWebhook(id) // a company has ten at most
      return found.length
    },
  },
  {
    name: 'edit a webhook',
    method: 'PUT',
    path: /\/webhooks\/whk_\w+$/,
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=edit`,
    ...typeInto('Description'),
    submit: press('Save'),
    count: (client, text) => countWebhook(client, text, ({ description }) => description === text),
  },
  {
    name: 'disable a webhook',
    isOneWay: true,
    method: 'PUT',
    path: /\/webhooks\/whk_\w+$/,
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Disable' }).click(),
    count: (client, text) => countWebhook(client, text, ({ status }) => status === 'disabled'),
  },
  {
    name: 'delete a webhook',
    isOneWay: true,
    method: 'DELETE',
    path: /\/webhooks\/whk_\w+$/,
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=remove`,
    submit: press('Delete'),
    count: async (client, text) => ((await findWebhook(client, text)) ? 0 : 1),
  },
  {
    name: 'send a test',
    method: 'POST',
    path: /\/test$/,
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Send a test' }).click(),
    count: countDeliveries,
  },
  {
    name: 'a new secret',
    method: 'POST',
    path: /\/rotate-secret$/,
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=rotate`,
    submit: press('New secret'),
    // Whether it was made twice, nothing tells.
    count: (client, text) => countWebhook(client, text, ({ updated_at, created_at }) => updated_at > created_at),
  },
  {
    name: 'send again',
    method: 'POST',
    path: /\/redeliver$/,
    prepare: async (client, text) => {
      const { id } = await makeWebhook(client, text)
      await client.testWebhook(id)
      return `/settings/webhooks/${id}`
    },
    submit: (page) =>
      page
        .getByRole('button', { name: /^Send again: / })
        .last()
        .click(),
    count: async (client, text) => (await countDeliveries(client, text)) - 1,
  },
]
