import { signInAs } from '../support/people'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
beforeEach(() => service.setTime(0)) // the provider's clock is the machine's

// What a company is told of itself: its account, its usage, the stock of each day, and what to order.

test('an account shows the company, the person, what is used, and totals of the stock', async () => {
  const customer = await createCompanyWithKey(service, 'starter')
  const { company, call } = customer
  const viewer = await signInAs(service, customer, 'viewer')
  const items = [
    { name: 'Bolt', sku: 'B', quantity: 5, reorder_point: 10 },
    { name: 'Nut', sku: 'N', quantity: 20, reorder_point: 10 },
    { name: 'Old', sku: 'O', quantity: 7 },
  ]
  const ids: string[] = []
  for (const item of items) ids.push((await call<'POST', '/items'>('POST', '/items', item)).body.id)
  await call('DELETE', `/items/${ids[2]}`)
  const line_items = [{ item_id: ids[0], quantity_ordered: 5, unit_cost: '1.10' }]
  const order = { supplier: { name: 'Acme' }, line_items }
  await call('POST', '/orders', { ...order, expected_at: '2020-01-31' })
  await call('POST', '/orders', order)
  await call('POST', '/orders', { ...order, status: 'draft' })
  expect((await call('POST', '/snapshots', {})).status).toBe(201)
  const { status, body } = await viewer.call('GET', '/account')
  expect([status, body]).toEqual([
    200,
    {
      company: expect.objectContaining({ id: company.id, plan: 'starter', time_zone: 'UTC' }),
      person: expect.objectContaining({ id: viewer.id, role: 'viewer', status: 'active' }),
      limits: { minute: 60, day: 10_000 },
      usage: { minute: 1, day: 1 },
      sends_mail: true,
      today: dateOf(service.now()),
      snapshots: { left_today: 0, restores_left_today: 1 },
      totals: { items: 2, low_stock: 1, units: 25, orders_open: 2, orders_overdue: 1, trash: 1 },
    },
  ])
})

test('usage names the key and the person of each day', async () => {
  service.setTime(Date.now() - 86_400_000)
  const customer = await createCompanyWithKey(service, 'enterprise')
  const yesterday = dateOf(service.now())
  for (let request = 0; request < 3; request++) await customer.call('GET', '/items')
  service.setTime(0)
  const today = dateOf(service.now())
  const member = await signInAs(service, customer, 'member')
  await customer.call('GET', '/items')
  await member.call('GET', '/items') // a list of usage may be read before its own request is counted
  const { status, body } = await member.call('GET', '/usage?days=2')
  expect([status, body]).toEqual([
    200,
    {
      data: [
        { date: yesterday, key_id: customer.keyId, person_id: null, requests: 3, refused: 0 },
        { date: today, key_id: customer.keyId, person_id: null, requests: 1, refused: 0 },
        expect.objectContaining({ date: today, key_id: null, person_id: member.id, refused: 0 }),
      ],
    },
  ])
})

test('movements and units are listed by day and type, to a key that reads and to a viewer', async () => {
  service.setTime(Date.now() - 86_400_000)
  const customer = await createCompanyWithKey(service)
  const { client } = customer
  const yesterday = dateOf(service.now())
  await client.createItem({ name: 'Bolt', sku: 'B', quantity: 5 })
  service.setTime(0)
  const today = dateOf(service.now())
  await client.createTransactions({ type: 'issue', sku: 'B', quantity: 2 })
  const initial = { date: yesterday, type: 'initial', movements: 1, units_in: 5, units_out: 0 }
  const ofToday = [{ date: today, type: 'issue', movements: 1, units_in: 0, units_out: 2 }]
  const reader = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read'] })
  const { data } = await reader.client.listDailyStock()
  expect(data).toEqual([initial, ...ofToday])
  const viewer = await signInAs(service, customer, 'viewer')
  const { status, body } = await viewer.call('GET', '/stock/daily?days=1')
  expect([status, body]).toEqual([200, { time_zone: 'UTC', data: ofToday }])
})

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
  const line_items = [{ item_id, quantity_ordered: 18, unit_cost: '0.125' }]
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
  const ordered = [first, second].map(({ text }) => JSON.parse(text).data[0].line_items[0].quantity_ordered)
  expect(ordered).toEqual([18, 19])
  expect(second.headers.get('Idempotent-Replayed')).toBeNull()
})
