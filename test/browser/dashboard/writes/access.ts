import type { InventoryClient } from '../../../../client'
import { findField, press, typeInto, type Write } from './write'

const invite = (client: InventoryClient, text: string, name: string) =>
  client.invitePerson({ email: `${text}@faults.example`, name, role: 'viewer' })

const alerts = 'Tell me what became low on stock'

/** Keys and people. */
export const accessWrites: Write[] = [
  {
    name: 'create a key',
    method: 'POST',
    path: /\/keys$/,
    prepare: async () => '/settings/keys?open=new',
    ...typeInto('Name'),
    submit: press('Create key'),
    count: async (client, text) => (await client.listKeys().toArray()).filter(({ name }) => name === text).length,
  },
  {
    name: 'rename a key',
    method: 'PUT',
    path: /\/keys\/key_\w+$/,
    prepare: async (client, text) =>
      `/settings/keys?open=edit&id=${(await client.createKey({ name: `old ${text}` })).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: async (client, text) => (await client.listKeys().toArray()).filter(({ name }) => name === text).length,
  },
  {
    name: 'revoke a key',
    isOneWay: true,
    method: 'DELETE',
    path: /\/keys\/key_\w+$/,
    prepare: async (client, text) => `/settings/keys?open=remove&id=${(await client.createKey({ name: text })).id}`,
    submit: press('Revoke'),
    count: async (client, text) =>
      (await client.listKeys().toArray()).filter(({ name, revoked_at }) => name === text && revoked_at).length,
  },
  {
    name: 'invite a person',
    method: 'POST',
    path: /\/people$/,
    prepare: async () => '/settings/people?open=new',
    fill: async (page, text) => {
      await findField(page, 'E-mail address').fill(`${text}@faults.example`)
      await findField(page, 'Name').fill(text)
    },
    typed: (page) => findField(page, 'Name').inputValue(),
    submit: press('Invite'),
    count: async (client, text) => (await client.listPeople().toArray()).filter(({ name }) => name === text).length,
  },
  {
    name: 'change a person',
    method: 'PUT',
    path: /\/people\/usr_\w+$/,
    prepare: async (client, text) => `/settings/people?open=edit&id=${(await invite(client, text, 'Old')).id}`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: async (client, text) => (await client.listPeople().toArray()).filter(({ name }) => name === text).length,
  },
  {
    name: 'remove a person',
    isOneWay: true,
    method: 'DELETE',
    path: /\/people\/usr_\w+$/,
    prepare: async (client, text) => `/settings/people?open=remove&id=${(await invite(client, text, text)).id}`,
    submit: press('Remove'),
    count: async (client, text) => ((await client.listPeople().toArray()).some(({ name }) => name === text) ? 0 : 1),
  },
  {
    name: 'choose alerts',
    method: 'PUT',
    path: /\/people\/usr_\w+$/,
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
