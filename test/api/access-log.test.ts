import { changePlan } from '../../admin/companies/companies'
import { dayMs } from '../../functions/domain/time'
import { tell } from '../support/client'
import { signInAs, useOwner } from '../support/people'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()
const { customer, owner } = useOwner(service, 'enterprise')

const read = async (query = '') => (await owner.call('GET', `/access-log?${query}`)).body
const total = async (query = '') => (await read(query)).pagination.total
/** The actions of this query, oldest first. */
const listActions = async (query = '') => (await read(query)).data.map(({ action }) => action).reverse()

test('an entry, whole: what was changed of whom, by whom, in which request', async () => {
  const { body: key, headers } = await owner.call('POST', '/keys', { name: 'Till', scopes: ['read', 'webhooks'] })
  const { data, pagination } = await read(`actor_id=${owner.id}&action=key.created`)
  expect(pagination).toEqual({ total: 1, limit: 50, offset: 0, has_more: false })
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^acc_[0-9A-Z]{26}$/),
      action: 'key.created',
      actor: { type: 'person', id: owner.id, name: 'owner' },
      subject: { type: 'key', id: key.id, name: 'Till' },
      changes: [
        { field: 'name', from: null, to: 'Till' },
        { field: 'scopes', from: null, to: 'read, webhooks' },
      ],
      request_id: headers.get('x-request-id'),
      created_at: expect.stringMatching(/^20.*Z$/),
    },
  ])
  expect(JSON.stringify(data)).not.toContain(key.key)
})

test('a key that is renamed and revoked: once each, however often it is sent; what changes nothing is no entry', async () => {
  const path = `/keys/${customer.keyId}` as const
  for (const name of ['Till', 'Till', null, null]) await owner.call('PUT', path, { name })
  for (let times = 0; times < 2; times++) expect(await tell(owner.call('DELETE', path))).toEqual([204])
  const { data } = await read(`actor_id=${owner.id}`)
  expect(data.map(({ action, subject, changes }) => [action, subject.name, ...changes.map(({ to }) => to)])).toEqual([
    ['key.revoked', null],
    ['key.renamed', 'Till', null],
    ['key.renamed', null, 'Till'],
    ['person.accepted', 'owner'],
  ])
})

test('only owners see it, and no company sees another one’s', async () => {
  const { call } = await createKey(service, customer.company.id, 'enterprise', {
    scopes: ['read', 'write', 'webhooks'],
  })
  expect(await tell(call('GET', '/access-log'))).toEqual([403, 'forbidden'])
  for (const role of ['member', 'viewer'] as const)
    expect(await tell((await signInAs(service, customer, role)).call('GET', '/access-log'))).toEqual([403, 'forbidden'])
  const other = await createCompanyWithKey(service)
  const theirs = await signInAs(service, other, 'owner')
  const { data } = (await theirs.call('GET', '/access-log?action=key.created')).body
  expect(data.map(({ subject }) => subject.id)).toEqual([other.keyId])
})

test('every filter and page, with exact totals', async () => {
  service.setTime(Date.now() + 60_000)
  const at = (ms: number) => new Date(service.now() + ms).toISOString()
  await owner.call('PUT', `/keys/${customer.keyId}`, { name: 'Till' })
  const all = await total()
  const expected: [string, number][] = [
    ['action=key.renamed', 1],
    ['action=key.revoked', 0],
    [`actor_id=${owner.id}`, 2], // and the acceptance
    [`actor_id=${owner.id}&action=key.created`, 0],
    ['actor_id=command-line&action=key.created', 1],
    [`since=${at(0)}`, 0], // exclusive
    [`since=${at(-1)}`, 1],
    [`until=${at(0)}`, all], // inclusive
    [`until=${at(-1)}`, all - 1],
    [`since=${at(-1)}&until=${at(-1)}`, 0],
    [`since=${at(0)}&until=${at(-1)}`, 0],
    ['since=9999-12-31T23:59:59Z', 0],
    ['since=0001-01-01T00:00:00Z', all],
  ]
  for (const [query, count] of expected) expect([query, await total(query)]).toEqual([query, count])
  expect((await read('limit=1&offset=1')).pagination).toEqual({ total: all, limit: 1, offset: 1, has_more: all > 2 })
  expect((await read('limit=1')).data[0]?.action).toBe('key.renamed')
  const toCome = owner.call('GET', `/access-log?until=${at(1)}`)
  expect(await tell(toCome)).toEqual([400, 'invalid_request', 'until'])
})

test('the plan decides how far back it shows', async () => {
  await changePlan(service.rows, customer.company, 'starter')
  const startOfDay = Math.floor(Date.now() / dayMs) * dayMs
  const key = 'action=key.created'
  // The token of a sign-in ends before: so the rows are those of a month ago.
  expect(await total(key)).toBe(1)
  service.setTime(startOfDay - 30 * dayMs)
  await createKey(service, customer.company.id, 'starter')
  service.setTime(startOfDay - 30 * dayMs - 1)
  await createKey(service, customer.company.id, 'starter')
  service.setTime(0)
  expect(await total(key)).toBe(2)
  expect(await listActions(key)).toEqual(['key.created', 'key.created'])
})

test('a webhook that is made, changed, given a new secret and deleted, by a key, without what may be a token of its URL', async () => {
  const { call, keyId } = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read', 'webhooks'] })
  const host = 'http://127.0.0.1:65535'
  const { body: webhook } = await call('POST', '/webhooks', { url: `${host}/T0K3N`, events: ['item.*', 'order.*'] })
  const path = `/webhooks/${webhook.id}` as const
  const patches = [
    { url: `${host}/?t=T0K3N` },
    { url: host, events: ['*'] },
    { status: 'disabled' },
    { status: 'active', description: 'Shop' },
  ]
  for (const patch of patches) for (let times = 0; times < 2; times++) await call('PUT', path, patch)
  const { body: rotated } = await call('POST', `${path}/rotate-secret`)
  await call('DELETE', path)
  await call('DELETE', path)
  const { data } = await read(`actor_id=${keyId}`)
  const subject = { type: 'webhook', id: webhook.id, name: '127.0.0.1:65535' }
  expect(data.map((entry) => [entry.actor.type, entry.subject])).toEqual(Array(7).fill(['api_key', subject]))
  const found = data.map(({ action, changes }) => [action, ...changes.map(({ from, to }) => `${from} → ${to}`)])
  expect(found.reverse()).toEqual([
    ['webhook.created', 'null → item.*, order.*', 'null → active', `null → ${host}/…`],
    ['webhook.updated', `${host}/… → ${host}/…`],
    ['webhook.updated', 'item.*, order.* → *', `${host}/… → ${host}`],
    ['webhook.updated', 'active → disabled'],
    ['webhook.updated', 'null → Shop', 'disabled → active'],
    ['webhook.secret_rotated'],
    ['webhook.deleted'],
  ])
  for (const hidden of ['T0K3N', webhook.secret, rotated.secret]) expect(JSON.stringify(data)).not.toContain(hidden)
})
