import type { InventoryClient, Webhook } from '../../../../client'
import { findField, press, typeInto, type Write } from './write'

const makeWebhook = (client: InventoryClient, text: string) =>
  client.createWebhook({ url: `http://127.0.0.1:40009/${text}` })

const findWebhooks = async (client: InventoryClient, text: string) =>
  (await client.listWebhooks().toArray()).filter(({ url }) => url.endsWith(`/${text}`))

/** How many there are of the webhook. They are deleted then: a company has ten at most. */
async function countWebhooks(client: InventoryClient, text: string, isIt: (webhook: Webhook) => boolean = () => true) {
  const found = await findWebhooks(client, text)
  for (const { id } of found) await client.deleteWebhook(id)
  return found.filter(isIt).length
}

/** Of the webhook, which is deleted then. */
async function countDeliveries(client: InventoryClient, text: string): Promise<number> {
  const [webhook] = await findWebhooks(client, text)
  if (!webhook) throw new Error('the webhook is gone')
  const { length } = (await client.listDeliveries(webhook.id)).data
  await client.deleteWebhook(webhook.id)
  return length
}

export const webhookWrites: Write[] = [
  {
    name: 'create a webhook',
    operation: 'create-webhook',
    prepare: async () => '/settings/webhooks?open=new',
    fill: async (page, text) => findField(page, 'Address').fill(`http://127.0.0.1:40009/${text}`),
    typed: async (page) => (await findField(page, 'Address').inputValue()).split('/').at(-1) ?? '',
    submit: press('Create webhook'),
    count: (client, text) => countWebhooks(client, text),
  },
  {
    name: 'edit a webhook',
    operation: 'update-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=edit`,
    ...typeInto('Description'),
    submit: press('Save'),
    count: (client, text) => countWebhooks(client, text, ({ description }) => description === text),
  },
  {
    name: 'disable a webhook',
    isOneWay: true,
    operation: 'update-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Disable' }).click(),
    count: (client, text) => countWebhooks(client, text, ({ status }) => status === 'disabled'),
  },
  {
    name: 'delete a webhook',
    isOneWay: true,
    operation: 'delete-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=remove`,
    submit: press('Delete'),
    count: async (client, text) => ((await findWebhooks(client, text)).length === 0 ? 1 : 0),
  },
  {
    name: 'send a test',
    operation: 'test-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Send a test' }).click(),
    count: countDeliveries,
  },
  {
    name: 'a new secret',
    operation: 'rotate-webhook-secret',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=rotate`,
    submit: press('New secret'),
    // Whether it was made twice, nothing tells.
    count: (client, text) => countWebhooks(client, text, ({ updated_at, created_at }) => updated_at > created_at),
  },
  {
    name: 'send again',
    operation: 'redeliver',
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
