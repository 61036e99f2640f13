import type { InventoryClient } from '../../../../client'
import { findField, press, typeInto, type Write } from './write'

const invite = (client: InventoryClient, text: string, name: string) =>
  client.invitePerson({ email: `${text}@faults.example`, name, role: 'viewer' })

const countKeys = async (client: InventoryClient, text: string) =>
  (await client.listKeys().toArray()).filter(({ name }) => name === text).length

const countPeople = async (client: InventoryClient, text: string) =>
  (await client.listPeople().toArray()).filter(({ name }) => name === text).length

const alerts = 'Tell me what became low on stock'

/** Keys and people. */
export const accessWrites: Write[] = [
  {
    name: 'create a key',
    operation: 'create-key',
    prepare: async () => '/settings/keys?open=new',
    ...typeInto('Name'),
    submit: press('Create key'),
    count: countKeys,
  },
  {
    name: 'rename a key',
    operation: 'update-key',
    prepare: async (client, text) =>
      `/settings/keys?open=edit&id=${(await client.createKey({ name: `old ${text}` })).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: countKeys,
  },
  {
    name: 'revoke a key',
    isOneWay: true,
    operation: 'revoke-key',
    prepare: async (client, text) => `/settings/keys?open=remove&id=${(await client.createKey({ name: text })).id}`,
    submit: press('Revoke'),
    count: async (client, text) =>
      (await client.listKeys().toArray()).filter(({ name, revoked_at }) => name === text && revoked_at).length,
  },
  {
    name: 'invite a person',
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
  {
    name: 'change a person',
    operation: 'update-person',
    prepare: async (client, text) => `/settings/people?open=edit&id=${(await invite(client, text, 'Old')).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: countPeople,
  },
  {
    name: 'remove a person',
    isOneWay: true,
    operation: 'remove-person',
    prepare: async (client, text) => `/settings/people?open=remove&id=${(await invite(client, text, text)).id}`,
    submit: press('Remove'),
    count: async (client, text) => ((await countPeople(client, text)) === 0 ? 1 : 0),
  },
  {
    name: 'choose alerts',
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
]
