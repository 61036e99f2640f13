import { signInAs } from '../support/people'
import { createCompanyWithKey, useService } from '../support/service'

const service = useService()
beforeEach(() => service.setTime(0)) // the provider's clock is the machine's

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
  const order = {
    supplier: { name: 'Acme' },
    line_items: [{ item_id: ids[0], quantity_ordered: 5, unit_cost: '1.10' }],
  }
  await call('POST', '/orders', { ...order, expected_at: '2020-01-31' })
  await call('POST', '/orders', order)
  await call('POST', '/orders', { ...order, status: 'draft' })
  expect((await call('POST', '/snapshots', {})).status).toBe(201)
  const { status, body } = await viewer.call('GET', '/account')
  expect([status, body]).toEqual([
    200,
    {
      company: { id: company.id, name: expect.any(String), plan: 'starter', created_at: expect.any(String) },
      person: expect.objectContaining({ id: viewer.id, role: 'viewer', status: 'active' }),
      limits: { minute: 60, day: 10_000 },
      usage: { minute: 1, day: 1 },
      sends_mail: true,
      snapshots: { left_today: 0, restores_left_today: 1 },
      totals: { items: 2, low_stock: 1, units: 25, orders_open: 2, orders_overdue: 1, trash: 1 },
    },
  ])
})

test('usage names the key and the person of each day', async () => {
  service.setTime(Date.now() - 86_400_000)
  const customer = await createCompanyWithKey(service, 'enterprise')
  const yesterday = new Date(service.now()).toISOString().slice(0, 10)
  for (let request = 0; request < 3; request++) await customer.call('GET', '/items')
  service.setTime(0)
  const today = new Date().toISOString().slice(0, 10)
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
  for (const days of ['0', '91', 'x'])
    expect((await member.call('GET', `/usage?days=${days}`)).body).toMatchObject({
      error: { code: 'invalid_request', field: 'days' },
    })
})

test('a key reaches neither', async () => {
  const { call } = await createCompanyWithKey(service, 'starter')
  for (const path of ['/account', '/usage']) expect((await call('GET', path)).status).toBe(403)
})
