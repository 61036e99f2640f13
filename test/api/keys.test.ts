import { changePlan, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { revokeApiKey } from '../../admin/keys/api-keys'
import { maxUsableKeys } from '../../functions/domain/companies/api-key'
import { hashSecret } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/table/schema'
import { type Call, makeClient, makeError, tell } from '../support/client'
import { changeRow } from '../support/damage'
import { readRowsOfCompany } from '../support/fork'
import { signInAs, useOwner } from '../support/people'
import { rehearse } from '../support/rehearse'
import { scanTable } from '../support/scan'
import { createCompanyWithKey, createKey, useService } from '../support/service'
import { noon } from '../support/table'

const service = useService()
const bolt = { name: 'Bolt', sku: 'B' }

test('the scope, the plan and the end of a key act on its very next request, though the gateway has kept its verdict', async () => {
  const { call, company, keyId, secret } = await createCompanyWithKey(service, 'starter')
  const ask = async () => (await call('GET', '/items')).headers.get('x-ratelimit-limit')
  expect(await ask()).toBe('60')
  const grown = await changePlan(service.rows, company, 'professional')
  expect(await ask()).toBe('300')
  await changePlan(service.rows, grown, 'starter')
  expect(await ask()).toBe('60')
  expect((await call('POST', '/items', bolt)).status).toBe(201)
  await changeRow(service.rows, keys.principal(hashSecret(secret)), { scopes: ['read'] })
  expect((await call('POST', '/items', { ...bolt, sku: 'C' })).status).toBe(403)
  await revokeApiKey(service.rows, keyId)
  const { status, body } = await call('GET', '/items')
  expect([status, body]).toEqual([401, makeError('unauthorized', 'The API key is no longer valid.')])
  expect(await ask()).toBe('0')
})

const forbidden = makeError('forbidden', 'The company is suspended.')
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

describe('the keys that an owner manages', () => {
  const { customer, owner } = useOwner(service, 'enterprise')

  test('an owner creates, lists, renames and revokes a key', async () => {
    const past = owner.call('POST', '/keys', { expires_at: '2020-01-01T00:00:00Z' })
    expect(await tell(past)).toEqual([400, 'invalid_request', 'expires_at'])
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const { status, body: created } = await owner.call('POST', '/keys', {
      name: 'Till',
      scopes: ['read', 'webhooks'],
      expires_at,
    })
    expect([status, created]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        name: 'Till',
        prefix: 'sk_test_',
        last4: created.key.slice(-4),
        scopes: ['read', 'webhooks'],
        user_id: owner.id,
        user_name: 'owner',
        created_at: expect.any(String),
        last_used_at: null,
        expires_at,
        revoked_at: null,
        key: expect.stringMatching(/^sk_test_/),
        active_in: 0,
      },
    ])
    const till = makeClient(service, created.key)
    expect(await tell(till('GET', '/items'))).toEqual([200])
    expect(await tell(till('POST', '/items', { name: 'Bolt', sku: 'B' }))).toEqual([403, 'forbidden'])
    const { key, active_in, ...shown } = created
    const { body: list } = await owner.call('GET', '/keys')
    expect(list.data).toEqual([
      { ...shown, last_used_at: expect.any(String) },
      expect.objectContaining({ id: customer.keyId }),
    ])
    const path = `/keys/${created.id}`
    const renamed = await owner.call('PUT', path, { ...list.data[0], name: 'Till 2' })
    expect([renamed.status, renamed.body]).toEqual([200, { ...list.data[0], name: 'Till 2' }])
    expect((await owner.call('PUT', path, { name: null })).body).toMatchObject({ name: null })
    expect(await tell(owner.call('DELETE', path))).toEqual([204])
    expect(await tell(till('GET', '/items'))).toEqual([401, 'unauthorized'])
    expect(await tell(owner.call('DELETE', path))).toEqual([204])
    const [revoked] = (await owner.call('GET', '/keys')).body.data
    expect(revoked).toMatchObject({ name: null, revoked_at: expect.any(String) })
  })

  test('the secret is in no row, and a request that is sent again gets the same answer', async () => {
    const send = () => owner.call('POST', '/keys', { name: 'Once' }, { 'Idempotency-Key': 'once' })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await owner.call('GET', '/keys')).body.data).toHaveLength(2)
    expect(JSON.stringify(await scanTable(service.rows))).not.toContain(first.body.key)
    expect(await tell(makeClient(service, first.body.key)('GET', '/items'))).toEqual([200])
  })

  test('another owner with the same idempotency key is another request, and sees no secret', async () => {
    const second = await signInAs(service, customer, 'owner')
    const send = ({ call }: { call: Call }) => call('POST', '/keys', { name: 'Mine' }, { 'Idempotency-Key': 'same' })
    const first = await send(owner)
    expect(await tell(send(second))).toEqual([400, 'idempotency_key_reused'])
    expect((await send(owner)).body).toEqual(first.body)
    expect((await owner.call('GET', '/keys')).body.data).toHaveLength(2)
  })

  rehearse('a company has no more keys than are allowed, of those that can be used', async () => {
    const { company } = customer
    await Promise.all(Array.from({ length: maxUsableKeys - 1 }, () => createKey(service, company.id, 'enterprise')))
    expect(await tell(owner.call('POST', '/keys', {}))).toEqual([400, 'limit_exceeded'])
    await owner.call('DELETE', `/keys/${customer.keyId}`)
    expect(await tell(owner.call('POST', '/keys', {}))).toEqual([201])
  })
})
