import { signInAs } from '../support/people'
import { createCompanyWithKey, useService } from '../support/service'

// A list that may be left out may be null: it counts as left out. An empty one is refused, as ever.

const service = useService()
const url = 'http://127.0.0.1:65535/events'

async function openCompany() {
  const customer = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
  const { client } = customer
  await client.createItem({ name: 'Bolt', sku: 'A', quantity: 1, reorder_point: 10 })
  return customer
}

test('suggestions are of all items that are low', async () => {
  const { call, client } = await openCompany()
  const { status, body } = await call('POST', '/orders/suggest', { item_ids: null })
  expect([status, body]).toEqual([200, await client.suggestOrders()])
  expect(body.data).toHaveLength(1)
})

test('a restore is of the whole snapshot', async () => {
  const { call, client } = await openCompany()
  const { id } = await client.createSnapshot()
  await client.createItem({ name: 'Nut', sku: 'B' })
  const { status, body } = await call('POST', `/snapshots/${id}/restore`, { item_ids: null })
  expect([status, body]).toMatchObject([201, { status: 'completed', trashed: 1 }])
})

test('a delivery is of everything outstanding; under its key, a body without the list is another request', async () => {
  const { call, client } = await openCompany()
  const line_items = [{ sku: 'A', quantity_ordered: 5 }]
  const { id } = await client.createOrder({ supplier: { name: 'Acme' }, line_items })
  const receive = (body: object) => call('POST', `/orders/${id}/receive`, body, { 'Idempotency-Key': 'delivery' })
  const { status, body } = await receive({ lines: null })
  expect([status, body.order.status, body.transactions]).toMatchObject([200, 'received', [{ quantity_change: 5 }]])
  expect((await receive({})).body.error.code).toBe('idempotency_key_reused')
})

test('a draft keeps its lines', async () => {
  const { call, client } = await openCompany()
  const line_items = [{ sku: 'A', quantity_ordered: 5 }]
  const draft = await client.createOrder({ supplier: { name: 'Acme' }, line_items, status: 'draft' })
  const { status, body } = await call('PUT', `/orders/${draft.id}`, { line_items: null, notes: 'Soon' })
  expect([status, body]).toMatchObject([200, { notes: 'Soon', line_items: draft.line_items }])
})

test('one movement may stand beside null in place of many', async () => {
  const { call } = await openCompany()
  const movement = { type: 'receive', sku: 'A', quantity: 5, transactions: null }
  const { status, body } = await call('POST', '/transactions', movement)
  expect([status, body]).toMatchObject([201, { quantity_after: 6 }])
  const none = await call('POST', '/transactions', { transactions: null })
  expect([none.status, none.body.error.field]).toEqual([400, 'type'])
})

test('a new webhook gets all events, and an old one keeps its own', async () => {
  const { call } = await openCompany()
  const { status, body } = await call('POST', '/webhooks', { url, events: null })
  expect([status, body.events]).toEqual([201, ['*']])
  await call('PUT', `/webhooks/${body.id}`, { events: ['item.*'] })
  const kept = await call('PUT', `/webhooks/${body.id}`, { events: null, description: 'Reorders' })
  expect([kept.status, kept.body]).toMatchObject([200, { events: ['item.*'], description: 'Reorders' }])
})

test('a new key has the usual scopes', async () => {
  service.setTime(0) // the provider's clock is the machine's
  const owner = await signInAs(service, await openCompany(), 'owner')
  const { status, body } = await owner.call('POST', '/keys', { scopes: null })
  expect([status, body.scopes]).toEqual([201, ['read', 'write']])
})
