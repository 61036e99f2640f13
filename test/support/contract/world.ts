import { type KeyScope, keyScopes } from '../../../functions/domain/companies/caller'
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
    const customer = new Customer({ full, reader, writer, sender })
    await fill(customer, call)
    return customer
  })
  const small = await createCompanyWithKey(service, 'starter', [...keyScopes])
  const keys = { none: null, unknown: `sk_test_${'1'.repeat(33)}`, malformed: 'x', small: small.secret }
  return { customers, keys }
}

type AnyCall = (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

async function fill(customer: Customer, call: AnyCall): Promise<void> {
  const send = async (operation: string, method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${operation}: ${JSON.stringify(answer)}`)
    customer.learn({ operation, path, body: answer.body })
    return answer.body as Seen
  }
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
}
