import type { InventoryClient, Webhook } from '../../../../client'
import { findField, oneWay, press, typeInto, type Writes } from './write'

const invite = (client: InventoryClient, text: string, name: string) =>
  client.invitePerson({ email: `${text}@faults.example`, name, role: 'viewer' })

const countKeys = async (client: InventoryClient, text: string) =>
  (await client.listKeys().toArray()).filter(({ name }) => name === text).length

const countPeople = async (client: InventoryClient, text: string) =>
  (await client.listPeople().toArray()).filter(({ name }) => name === text).length

const alerts = 'Tell me what became low on stock'

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

/** Keys, people and webhooks. */
export const settingWrites: Writes = {
  'create a key': {
    operation: 'create-key',
    prepare: async () => '/settings/keys?open=new',
    ...typeInto('Name'),
    submit: press('Create key'),
    count: countKeys,
  },
  'rename a key': {
    operation: 'update-key',
    prepare: async (client, text) =>
      `/settings/keys?open=edit&id=${(await client.createKey({ name: `old ${text}` })).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: countKeys,
  },
  'revoke a key': oneWay({
    operation: 'revoke-key',
    prepare: async (client, text) => `/settings/keys?open=remove&id=${(await client.createKey({ name: text })).id}`,
    submit: press('Revoke'),
    count: async (client, text) =>
      (await client.listKeys().toArray()).filter(({ name, revoked_at }) => name === text && revoked_at).length,
  }),
  'invite a person': {
    operation: 'invite-person',
    prepare: async () => '/settings/people?open=new',
    fill: async (page, text) => {
      await findField(page, 'E-mail address').fill(`${text}@faults.example`)
      await findField(page, 'Name').fill(text)
    },
    typed: (page) => findField(page, 'Name').inputValue(),
    submit: press('Invite'),
    count: countPeople,
  },
  'change a person': {
    operation: 'update-person',
    prepare: async (client, text) => `/settings/people?open=edit&id=${(await invite(client, text, 'Old')).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: countPeople,
  },
  'remove a person': oneWay({
    operation: 'remove-person',
    prepare: async (client, text) => `/settings/people?open=remove&id=${(await invite(client, text, text)).id}`,
    submit: press('Remove'),
    count: async (client, text) => ((await countPeople(client, text)) === 0 ? 1 : 0),
  }),
  'choose alerts': {
    operation: 'update-person',
    prepare: async (client) => {
      await client.updatePerson((await client.getAccount()).person.id, { alerts: 'none' })
      return '/settings/alerts'
    },
    fill: (page) => findField(page, alerts, 'main').check(),
    typed: async (page, text) => ((await findField(page, alerts, 'main').isChecked()) ? text : 'not checked'),
    submit: press('Save', 'main'),
    see: (page) => page.getByText('Saved: you get a mail.').waitFor(),
    count: async (client) => ((await client.getAccount()).person.alerts === 'low_stock' ? 1 : 0),
  },
  'create a webhook': {
    operation: 'create-webhook',
    prepare: async () => '/settings/webhooks?open=new',
    fill: async (page, text) => findField(page, 'Address').fill(`http://127.0.0.1:40009/${text}`),
    typed: async (page) => (await findField(page, 'Address').inputValue()).split('/').at(-1) ?? '',
    submit: press('Create webhook'),
    count: (client, text) => countWebhooks(client, text),
  },
  'edit a webhook': {
    operation: 'update-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=edit`,
    ...typeInto('Description'),
    submit: press('Save'),
    count: (client, text) => countWebhooks(client, text, ({ description }) => description === text),
  },
  'disable a webhook': oneWay({
    operation: 'update-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Disable' }).click(),
    count: (client, text) => countWebhooks(client, text, ({ status }) => status === 'disabled'),
  }),
  'delete a webhook': oneWay({
    operation: 'delete-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=remove`,
    submit: press('Delete'),
    count: async (client, text) => ((await findWebhooks(client, text)).length === 0 ? 1 : 0),
  }),
  'send a test': {
    operation: 'test-webhook',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}`,
    submit: (page) => page.getByRole('button', { name: 'Send a test' }).click(),
    count: countDeliveries,
  },
  'a new secret': {
    operation: 'rotate-webhook-secret',
    prepare: async (client, text) => `/settings/webhooks/${(await makeWebhook(client, text)).id}?open=rotate`,
    submit: press('New secret'),
    // Whether it was made twice, nothing tells.
    count: (client, text) => countWebhooks(client, text, ({ updated_at, created_at }) => updated_at > created_at),
  },
  'send again': {
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
}
