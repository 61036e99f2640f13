import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { changePlan } from '../../admin/companies/companies'
import { revokeApiKey } from '../../admin/keys/api-keys'
import { hashSecret } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/schema'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()

test('a revoked key is refused on its very next request, though the gateway has kept its verdict', async () => {
  const { call, keyId } = await createCompanyWithKey(service)
  expect((await call('GET', '/items')).status).toBe(200)
  await revokeApiKey(service.rows, keyId)
  const { status, body, headers } = await call('GET', '/items')
  expect([status, body]).toEqual([401, { error: { code: 'unauthorized', message: 'The API key is no longer valid.' } }])
  expect(headers.get('x-ratelimit-limit')).toBe('0')
})

test('a key that expires is refused from that moment on', async () => {
  const { call, secret } = await createCompanyWithKey(service)
  await call('GET', '/items')
  const expire = {
    UpdateExpression: 'SET valid_until = :now',
    ExpressionAttributeValues: { ':now': service.rows.now() },
  }
  await service.rows.db.send(
    new UpdateCommand({ TableName: service.table, Key: keys.principal(hashSecret(secret)), ...expire }),
  )
  expect((await call('GET', '/items')).status).toBe(401)
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
