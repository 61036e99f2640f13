import { maxUsableKeys } from '../../functions/domain/companies/api-key'
import { makeClient, tell } from '../support/client'
import { useOwner } from '../support/people'
import { rehearse } from '../support/rehearse'
import { scanTable } from '../support/scan'
import { createKey, useService } from '../support/service'

const service = useService()
const { customer, owner } = useOwner(service, 'enterprise')

const create = async (fields: object = {}) => (await owner.call('POST', '/keys', fields)).body

test('an owner creates, lists, renames and revokes a key', async () => {
  const { status, body: created } = await owner.call('POST', '/keys', { name: 'Till', scopes: ['read', 'webhooks'] })
  expect([status, created]).toEqual([
    201,
    {
      id: expect.stringMatching(/^key_/),
      name: 'Till',
      prefix: 'sk_test_',
      last4: created.key.slice(-4),
      scopes: ['read', 'webhooks'],
      user_id: owner.id,
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
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
  expect((await owner.call('GET', '/keys')).body.data[0]).toMatchObject({ name: null, revoked_at: expect.any(String) })
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

test('a key that has expired already is refused, and the field named', async () => {
  const past = owner.call('POST', '/keys', { expires_at: '2020-01-01T00:00:00Z' })
  expect(await tell(past)).toEqual([400, 'invalid_request', 'expires_at'])
  expect((await owner.call('GET', '/keys')).body.data).toHaveLength(1)
})

test('a key expires', async () => {
  const soon = Date.now() + 3_600_000
  const { key, expires_at } = await create({ expires_at: new Date(soon).toISOString() })
  expect(expires_at).toBe(new Date(soon).toISOString())
  const call = makeClient(service, key)
  expect(await tell(call('GET', '/items'))).toEqual([200])
  service.setTime(soon)
  expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
})

rehearse('a company has no more keys than are allowed, of those that can be used', async () => {
  const { company } = customer
  await Promise.all(Array.from({ length: maxUsableKeys - 1 }, () => createKey(service, company.id, 'enterprise')))
  expect(await tell(owner.call('POST', '/keys', {}))).toEqual([400, 'limit_exceeded'])
  await owner.call('DELETE', `/keys/${customer.keyId}`)
  expect(await tell(owner.call('POST', '/keys', {}))).toEqual([201])
})
