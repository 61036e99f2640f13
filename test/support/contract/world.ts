import { randomUUID } from 'node:crypto'
import { type KeyScope, keyScopes } from '../../../functions/domain/companies/caller'
import { inviteStranger, signInAs } from '../people'
import { createCompanyWithKey, createKey, type TestService } from '../service'
import { deafUrl } from './addresses'
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
    await fill(customer, { key: call, person: owner.call })
    return customer
  })
  const small = await createCompanyWithKey(service, 'starter', [...keyScopes])
  const keys = { none: null, unknown: `sk_test_${'1'.repeat(33)}`, malformed: 'x', small: small.secret }
  return { customers, keys }
}

type AnyCall = (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

async function fill(customer: Customer, { key, person }: { key: AnyCall; person: AnyCall }): Promise<void> {
  const sendAs = (call: AnyCall) => async (operation: string, method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${operation}: ${JSON.stringify(answer)}`)
    customer.learn({ operation, path, body: answer.body })
    return answer.body as Seen
  }
  const [send, sendAsOwner] = [sendAs(key), sendAs(person)]
  await times(10, (at) => send('create-item', 'POST', '/items', { name: `Item ${at}`, sku: `SKU-${at}`, quantity: 90 }))
  for (const id of customer.list('item').slice(-3)) await send('delete-item', 'DELETE', `/items/${id}`)
  const [first = '', second = ''] = customer.list('item')
  const line_items = [first, second].map((item_id) => ({ item_id, quantity_ordered: 60 }))
  const order = (status: string) =>
    send('create-order', 'POST', '/orders', { status, supplier: { name: 'Acme' }, line_items })
  await times(12, () => order('draft'))
  const ordered = await times(12, () => order('ordered'))
  for (const { id, line_items: [line] = [] } of ordered.slice(0, 6)) {
    const lines = [{ line_item_id: line?.id, quantity_accepted: 1 }]
    await send('receive-order', 'POST', `/orders/${id}/receive`, { lines })
  }
  await times(4, () =>
    send('create-transactions', 'POST', '/transactions', { type: 'receive', item_id: first, quantity: 2 }),
  )
  const { id: snapshot } = await send('create-snapshot', 'POST', '/snapshots')
  await send('create-snapshot', 'POST', '/snapshots', { name: 'Second' })
  await send('restore-snapshot', 'POST', `/snapshots/${snapshot}/restore`, { mode: 'merge' })
  const webhooks = await times(3, (at) => send('create-webhook', 'POST', '/webhooks', { url: `${deafUrl}${at}` }))
  for (const { id } of webhooks) await send('test-webhook', 'POST', `/webhooks/${id}/test`)
  await times(3, () => sendAsOwner('create-key', 'POST', '/keys'))
  await times(3, () => {
    const person = { email: `${randomUUID()}@example.com`, name: 'Person', role: 'viewer' }
    return sendAsOwner('invite-person', 'POST', '/people', person)
  })
}
