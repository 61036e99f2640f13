import { type KeyScope, keyScopes } from '../../../functions/domain/companies/caller'
import { type OperationId, type Own, Recorder } from '../examples/recorder'
import { inviteStranger, signInAs } from '../people'
import { createCompanyWithKey, createKey, type TestService } from '../service'
import { deafUrl, makeAddress } from './addresses'
import { Customer, type Seen } from './customer'

/** The companies that the generated requests are sent for, and what they have. */
export type World = { customers: Customer[]; keys: { [kind: string]: string | null } }

const times = <Each>(count: number, make: (at: number) => Promise<Each>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

/** Gives each company something of every kind, in every state. */
export async function buildWorld(service: TestService, companies: number): Promise<World> {
  const customers = await times(companies, async () => {
    const { company, call, secret: full } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
    const addKey = async (scope: KeyScope) =>
      (await createKey(service, company.id, 'enterprise', { scopes: [scope] })).secret
    const [reader, writer, sender] = [await addKey('read'), await addKey('write'), await addKey('webhooks')]
    const owner = await signInAs(service, { company }, 'owner')
    const guest = await inviteStranger(service, { company }, 'member')
    const tokens = { owner: owner.token, guest: guest.token }
    const customer = new Customer({ full, reader, writer, sender, ...tokens })
    customer.add('idtoken', guest.idToken)
    await fill(customer, new Recorder(call, owner.call))
    return customer
  })
  const small = await createCompanyWithKey(service, 'starter', [...keyScopes])
  const keys = { none: null, unknown: `sk_test_${'1'.repeat(33)}`, malformed: 'x', small: small.secret }
  return { customers, keys }
}

/** By requests of the recorder, which knows the paths of operations. */
async function fill(customer: Customer, recorder: Recorder): Promise<void> {
  const send = async (operation: OperationId, own: Own = {}) => {
    const reply: unknown = await recorder.prepare(operation, own)
    customer.learn(operation, Object.values(own.ids ?? {})[0] ?? '', reply)
    return reply as Seen & { id: string }
  }
  await times(10, (at) => send('create-item', { body: { name: `Item ${at}`, sku: `SKU-${at}`, quantity: 90 } }))
  for (const item of customer.list('item').slice(-3)) await send('delete-item', { ids: { item } })
  const [first = '', second = ''] = customer.list('item')
  const line_items = [first, second].map((item_id) => ({ item_id, quantity_ordered: 60 }))
  const order = (status: string) => send('create-order', { body: { status, supplier: { name: 'Acme' }, line_items } })
  await times(12, () => order('draft'))
  const ordered = await times(12, () => order('ordered'))
  for (const { id: open, line_items: [line] = [] } of ordered.slice(0, 6)) {
    const lines = [{ line_item_id: line?.id, quantity_accepted: 1 }]
    await send('receive-order', { ids: { open }, body: { lines } })
  }
  await times(4, () => send('create-transactions', { body: { type: 'receive', item_id: first, quantity: 2 } }))
  const { id: snapshot } = await send('create-snapshot')
  await send('create-snapshot', { body: { name: 'Second' } })
  await send('restore-snapshot', { ids: { snapshot }, body: { mode: 'merge' } })
  const webhooks = await times(3, (at) => send('create-webhook', { body: { url: `${deafUrl}${at}` } }))
  for (const { id: webhook } of webhooks) await send('test-webhook', { ids: { webhook } })
  await times(3, () => send('create-key'))
  await times(3, () => send('invite-person', { body: { email: makeAddress(), name: 'Person', role: 'viewer' } }))
}
