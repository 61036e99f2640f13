import { signInAs } from '../support/people'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()
beforeEach(() => service.setTime(0)) // the provider's clock is the machine's

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

test('movements and units are listed by day and type, to a key that reads and to a viewer', async () => {
  service.setTime(Date.now() - 86_400_000)
  const customer = await createCompanyWithKey(service)
  const { client } = customer
  const yesterday = dateOf(service.now())
  await client.createItem({ name: 'Bolt', sku: 'B', quantity: 5 })
  service.setTime(0)
  const today = dateOf(service.now())
  const move = (type: 'issue' | 'count', quantity: number) => client.createTransactions({ type, sku: 'B', quantity })
  await move('issue', 2)
  await client.reverseTransaction(String((await move('issue', 1)).id))
  await move('count', 1)
  await move('count', 1)
  const line = (date: string, type: string, [movements, units_in, units_out]: number[]) => ({
    date,
    type,
    movements,
    units_in,
    units_out,
  })
  const ofToday = [line(today, 'issue', [2, 0, 3]), line(today, 'count', [2, 0, 2]), line(today, 'reversal', [1, 1, 0])]
  const reader = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read'] })
  const { data } = await reader.client.listDailyStock()
  expect(data).toEqual([line(yesterday, 'initial', [1, 5, 0]), ...ofToday])
  const viewer = await signInAs(service, customer, 'viewer')
  const { status, body } = await viewer.call('GET', '/stock/daily?days=1')
  expect([status, body]).toEqual([200, { data: ofToday }])
})

test('a company without movements has none, and bad days are refused', async () => {
  const { call } = await createCompanyWithKey(service)
  expect((await call('GET', '/stock/daily?days=90')).body).toEqual({ data: [] })
  for (const days of ['0', '91', '-1', '1.5', '', 'x']) {
    const { status, body } = await call('GET', `/stock/daily?days=${days}`)
    expect([days, status, body]).toMatchObject([days, 400, { error: { code: 'invalid_request', field: 'days' } }])
  }
})
