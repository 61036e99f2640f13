import { resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readRowsOfCompany } from '../support/fork'
import { createKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, customer, call } = useCustomer()
const forbidden = { error: { code: 'forbidden', message: 'The company is suspended.' } }
const bolt = { name: 'Bolt', sku: 'B' }
const key = { 'Idempotency-Key': 'first' }

test('403 on the very next request, whatever the gateway has cached; nothing changes; as before once resumed', async () => {
  const { id } = customer.company
  const fresh = await createKey(service, id, 'enterprise') // the authorizer has not seen it
  const created = await call('POST', '/items', bolt, key)
  expect(created.status).toBe(201)
  await suspendCompany(service.rows, id)
  const before = await readRowsOfCompany(service.rows, id)
  const path = `/items/${created.body.id}` as const
  const requests = [
    () => call('GET', '/items'),
    () => call('GET', '/items'), // counted before it runs, since the last one was refused
    () => call('GET', path),
    () => call('POST', '/items', { ...bolt, sku: 'C' }),
    () => call('POST', '/items', bolt, key), // its answer is recorded
    () => call('POST', '/items', '{'),
    () => call('DELETE', path),
    () => call('GET', '/nothing'),
  ]
  for (const request of requests) {
    const { status, body, headers } = await request()
    expect([status, body]).toEqual([403, forbidden])
    const limits = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
    expect(limits).toEqual(['1000', '999', String(noon / 1_000 + 60)])
    expect([headers.get('retry-after'), headers.get('x-request-id')]).toEqual([null, expect.any(String)])
  }
  const { status, headers } = await fresh.call('GET', '/items')
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([403, '1000'])
  expect(await readRowsOfCompany(service.rows, id)).toEqual(before)
  await resumeCompany(service.rows, id)
  expect((await call('GET', path)).headers.get('x-ratelimit-remaining')).toBe('998')
  expect(await call('POST', '/items', bolt, key)).toMatchObject({ status: 201, text: created.text })
  expect((await fresh.call('GET', '/items')).status).toBe(200)
})
