import { makeClient, tell } from '../support/client'
import { getToken, signInAs, useOwner } from '../support/people'
import { useService } from '../support/service'

const service = useService()
const { customer, owner } = useOwner(service, 'starter')

test('an owner invites, lists, changes and removes people', async () => {
  const fields = { email: ' Ada@Example.COM ', name: 'Ada', role: 'member' }
  const { status, body: invited } = await owner.call('POST', '/people', fields)
  expect([status, invited]).toEqual([
    201,
    {
      id: expect.stringMatching(/^usr_/),
      email: 'ada@example.com',
      name: 'Ada',
      role: 'member',
      status: 'invited',
      alerts: 'none',
      invited_until: expect.any(String),
      created_at: expect.any(String),
      last_used_at: null,
    },
  ])
  const path = `/people/${invited.id}`
  const ada = makeClient(service, await getToken(service, invited.email))
  expect((await ada('POST', '/items', { name: 'Bolt', sku: 'B' })).status).toBe(201)
  const { body: people } = await owner.call('GET', '/people')
  expect(people.data).toMatchObject([
    { id: invited.id, status: 'active', invited_until: null, last_used_at: expect.any(String) },
    { id: owner.id, role: 'owner' },
  ])
  const { body: audit } = await ada('GET', '/audit')
  expect(audit.data[0]).toMatchObject({ user_id: invited.id, actor: { type: 'person', id: invited.id, name: 'Ada' } })
  expect(await owner.call('PUT', path, { ...people.data[0], role: 'viewer' })).toMatchObject({
    status: 200,
    body: { role: 'viewer' },
  })
  expect(await tell(ada('POST', '/items', { name: 'Nut', sku: 'N' }))).toEqual([403, 'forbidden'])
  expect(await tell(ada('GET', '/items'))).toEqual([200])
  expect(await tell(owner.call('DELETE', path))).toEqual([204])
  expect(await tell(ada('GET', '/items'))).toEqual([401, 'unauthorized'])
  expect(await tell(owner.call('DELETE', path))).toEqual([404, 'person_not_found'])
})

test('an invitation with a key is sent once', async () => {
  const fields = { email: 'once@example.com', name: 'O', role: 'viewer' }
  const invite = () => owner.call('POST', '/people', fields, { 'Idempotency-Key': 'once' })
  const [first, again] = [await invite(), await invite()]
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test.each(['owner', 'member', 'viewer'] as const)(
  'the %s chooses alerts for itself, and for nobody else',
  async (role) => {
    const other = await signInAs(service, customer, 'viewer')
    const { id, call } = await signInAs(service, customer, role)
    const self = `/people/${id}`
    expect(await call('PUT', self, { alerts: 'low_stock' })).toMatchObject({
      status: 200,
      body: { alerts: 'low_stock' },
    })
    const { body: account } = await call('GET', '/account')
    expect(account).toMatchObject({ sends_mail: true, person: { id, alerts: 'low_stock', role } })
    expect((await call('PUT', self, account.person)).status).toBe(200) // sent back as it was fetched
    const refused = await call('PUT', `/people/${other.id}`, { alerts: 'low_stock' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    if (role === 'owner') expect(refused.body.error.field).toBe('alerts')
    const invalid = await call('PUT', self, { alerts: 'all' })
    expect([invalid.status, invalid.body.error.field]).toEqual([400, 'alerts'])
  },
)

test('a member changes no name and no role, not even its own', async () => {
  const { id, call } = await signInAs(service, customer, 'member')
  const change = (patch: object) => tell(call('PUT', `/people/${id}`, patch))
  expect(await change({ name: 'Me' })).toEqual([403, 'forbidden', 'name'])
  expect(await change({ role: 'owner', alerts: 'low_stock' })).toEqual([403, 'forbidden', 'role'])
  expect((await call('GET', '/account')).body.person).toMatchObject({ role: 'member', alerts: 'none' })
})

test('a token that ends while the authorizer’s answer is cached is refused', async () => {
  service.setTime(Date.now())
  expect(await tell(owner.call('GET', '/items'))).toEqual([200])
  const { exp } = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString())
  service.setTime(exp * 1_000 - 200_000)
  const other = await signInAs(service, customer, 'viewer')
  expect(await tell(other.call('GET', '/items'))).toEqual([200])
  service.setTime(exp * 1_000 + 1_000)
  expect((await other.call('GET', '/items')).body.error).toMatchObject({
    code: 'unauthorized',
    message: 'The access token is no longer valid.',
  })
})
