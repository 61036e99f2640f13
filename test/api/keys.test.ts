import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { changePlan, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { revokeApiKey } from '../../admin/keys/api-keys'
import { hashSecret } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/schema'
import { readRowsOfCompany } from '../support/fork'
import { createCompanyWithKey, createKey, useService } from '../support/service'
import { noon } from '../support/table'

const service = useService()

test('a revoked key is refused on its very next request, though the gateway has kept its verdict', async () => {
  const { call, keyId } = await createCompanyWithKey(service)
  expect((await call('GET', '/items')).status).toBe(200)
  await revokeApiKey(service.rows, keyId)
  const { status, body, headers } = await call('GET', '/items')
  expect([status, body]).toEqual([401, { error: { code: 'unauthorized', message: 'The API key is no longer valid.' } }])
  expect(headers.get('x-ratelimit-limit')).toBe('0')
})

test('a plan change acts on the next request, in both directions', async () => {
  const { call, company } = await createCompanyWithKey(service, 'starter')
  const limit = async () => (await call('GET', '/items')).headers.get('x-ratelimit-limit')
  expect(await limit()).toBe('60')
  const grown = await changePlan(service.rows, company, 'professional')
  expect(await limit()).toBe('300')
  await changePlan(service.rows, grown, 'starter')
  expect(await limit()).toBe('60')
})

test('a scope that is taken away is gone on the next request', async () => {
  const { call, secret } = await createCompanyWithKey(service)
  const item = { name: 'Bolt', sku: 'B' }
  expect((await call('POST', '/items', item)).status).toBe(201)
  const readOnly = { UpdateExpression: 'SET scopes = :scopes', ExpressionAttributeValues: { ':scopes': ['read'] } }
  await service.rows.db.send(
    new UpdateCommand({ TableName: service.table, Key: keys.principal(hashSecret(secret)), ...readOnly }),
  )
  expect((await call('POST', '/items', { ...item, sku: 'C' })).status).toBe(403)
})

test('each key has its own limit', async () => {
  const { call, company } = await createCompanyWithKey(service, 'starter')
  const other = await createKey(service, company.id, 'starter')
  await Promise.all(Array.from({ length: 60 }, () => call('GET', '/items')))
  expect((await call('GET', '/items')).status).toBe(429)
  expect((await other.call('GET', '/items')).headers.get('x-ratelimit-remaining')).toBe('59')
})

const forbidden = { error: { code: 'forbidden', message: 'The company is suspended.' } }
const bolt = { name: 'Bolt', sku: 'B' }
const key = { 'Idempotency-Key': 'first' }

test('403 on the very next request, whatever the gateway has cached; nothing changes; as before once resumed', async () => {
  const { call, company } = await createCompanyWithKey(service)
  const { id } = company
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
