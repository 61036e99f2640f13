import { signInAs } from '../support/people'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()
beforeEach(() => service.setTime(0)) // the provider's clock is the machine's

/** A company with one low item, which was ordered before. */
async function openCompany() {
  const customer = await createCompanyWithKey(service)
  const { client } = customer
  const item = await client.createItem({ name: 'Bolt', sku: 'B', quantity: 1, reorder_point: 10 })
  const supplier = { name: 'Acme', email: 'orders@acme.example', reference: 'Offer 77' }
  const line_items = [{ sku: 'B', quantity_ordered: 1, unit_cost: '0.125' }]
  await client.receiveOrder((await client.createOrder({ supplier, currency: 'EUR', line_items })).id)
  return { ...customer, item }
}

test('a key that reads and a viewer are told what to order; a draft of it is not suggested again', async () => {
  const customer = await openCompany()
  const { client, item } = customer
  const reader = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read'] })
  const suggested = await reader.client.suggestOrders()
  const { id: item_id, sku, name } = item
  const line = { item_id, sku, name, quantity: 2, reorder_point: 10, quantity_on_order: 0, quantity_ordered: 18 }
  const supplier = { name: 'Acme', email: 'orders@acme.example', phone: null }
  const order = { supplier, currency: 'EUR', line_items: [{ ...line, unit_cost: '0.125' }] }
  expect(suggested).toEqual({ data: [order], left_out: 0 })
  const viewer = await signInAs(service, customer, 'viewer')
  const asked = await viewer.call('POST', '/orders/suggest', { item_ids: [item_id, 'itm_none'] })
  expect([asked.status, asked.body]).toEqual([200, suggested])
  const line_items = order.line_items.map(({ item_id, quantity_ordered, unit_cost }) => ({
    ...{ item_id, quantity_ordered, unit_cost },
  }))
  const draft = await client.createOrder({ supplier, currency: order.currency, line_items, status: 'draft' })
  expect(draft).toMatchObject({ supplier: { ...supplier, reference: null }, subtotal: '2.25' })
  expect(await client.suggestOrders()).toEqual({ data: [], left_out: 0 })
})

test('an answer is never repeated, also not under an idempotency key', async () => {
  const { call, item, client } = await openCompany()
  const suggest = () => call('POST', '/orders/suggest', undefined, { 'Idempotency-Key': 'again' })
  const first = await suggest()
  await client.createTransactions({ type: 'issue', item_id: item.id, quantity: 1 })
  const second = await suggest()
  expect([first.text, second.text].map((text) => JSON.parse(text).data[0].line_items[0].quantity_ordered)).toEqual([
    18, 19,
  ])
  expect(second.headers.get('Idempotent-Replayed')).toBeNull()
})

test('bad bodies are refused', async () => {
  const { call } = await createCompanyWithKey(service)
  const bad: [object, string, string?][] = [
    [{ item_ids: [] }, 'item_ids'],
    [{ item_ids: Array(101).fill('itm_1') }, 'item_ids', 'limit_exceeded'],
    [{ item_ids: [1] }, 'item_ids[0]'],
    [{ items: [] }, 'items'],
  ]
  for (const [body, field, code = 'invalid_request'] of bad) {
    const answer = await call<string, string>('POST', '/orders/suggest', body)
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code, field } }])
  }
})
