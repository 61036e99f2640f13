import { findCompany } from '../../functions/store/companies/companies'
import { type Call, makeClient, makeError, tell } from '../support/client'
import { getToken, getTokens, inviteStranger, signInAs, useOwner } from '../support/people'
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
  const lowered = await owner.call('PUT', path, { ...people.data[0], role: 'viewer' })
  expect(lowered).toMatchObject({ status: 200, body: { role: 'viewer' } })
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
  'the %s chooses alerts for itself, and for nobody else; its role, only an owner chooses',
  async (role) => {
    const other = await signInAs(service, customer, 'viewer')
    const { id, call } = await signInAs(service, customer, role)
    const self = `/people/${id}`
    const chosen = { alerts: 'low_stock' }
    expect(await call('PUT', self, chosen)).toMatchObject({ status: 200, body: chosen })
    const { body: account } = await call('GET', '/account')
    expect(account).toMatchObject({ sends_mail: true, person: { id, alerts: 'low_stock', role } })
    expect((await call('PUT', self, account.person)).status).toBe(200) // sent back as it was fetched
    const refused = await tell(call('PUT', `/people/${other.id}`, { alerts: 'low_stock' }))
    expect(refused.slice(0, 2)).toEqual([403, 'forbidden'])
    if (role === 'owner') expect(refused[2]).toBe('alerts')
    else expect(await tell(call('PUT', self, { role: 'owner' }))).toEqual([403, 'forbidden', 'role'])
    expect(await tell(call('PUT', self, { alerts: 'all' }))).toEqual([400, 'invalid_request', 'alerts'])
  },
)

test('a token that ends while the authorizer’s answer is cached is refused', async () => {
  service.setTime(Date.now())
  expect(await tell(owner.call('GET', '/items'))).toEqual([200])
  const { exp } = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString())
  service.setTime(exp * 1_000 - 200_000)
  const other = await signInAs(service, customer, 'viewer')
  expect(await tell(other.call('GET', '/items'))).toEqual([200])
  service.setTime(exp * 1_000 + 1_000)
  const ended = makeError('unauthorized', 'The access token is no longer valid.')
  expect((await other.call('GET', '/items')).body).toMatchObject(ended)
})

// A provider that is not ours: nobody tells at an invitation who it will be.
describe('a link to another provider', () => {
  const link = (call: Call, id_token: unknown) => call('POST', '/account/link', { id_token })
  /** With the one of each test. */
  const countOwners = async () => (await findCompany(service.rows, customer.company.id))?.owners ?? 0

  test('who is invited is linked once, and acts from the next request on, though API Gateway knows the stranger', async () => {
    const { id, email, idToken, call } = await inviteStranger(service, customer, 'owner')
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
    expect(await tell(call('GET', '/account'))).toEqual([401, 'unauthorized'])
    const { status, body: person } = await link(call, idToken)
    expect([status, person]).toEqual([200, expect.objectContaining({ id, email, role: 'owner', status: 'active' })])
    expect(await tell(call('GET', '/items'))).toEqual([200])
    expect((await call('POST', '/items', { name: 'Bolt', sku: 'B' })).status).toBe(201)
    expect((await call('GET', '/items?sku=B')).body).toMatchObject({ data: [{ sku: 'B' }] })
    expect(await countOwners()).toBe(2)
    expect((await link(call, idToken)).body).toMatchObject({ id })
    expect(await countOwners()).toBe(2)
    const again = makeClient(service, (await getTokens(service, email)).token)
    expect((await again('GET', '/account')).body).toMatchObject({ person: { id } })
  })

  test('an ID token of another subject, or one that is none, links nobody', async () => {
    const ada = await inviteStranger(service, customer, 'owner')
    const eve = await inviteStranger(service, customer, 'owner')
    for (const token of [eve.idToken, eve.token, ada.token, 'a.b.c', '', 7])
      expect(await tell(link(ada.call, token))).toEqual([400, 'invalid_request', 'id_token'])
    expect(await tell(ada.call('GET', '/items'))).toEqual([401, 'unauthorized'])
  })

  test('an idempotency key that is malformed is refused, though a link needs none', async () => {
    const { idToken, call } = await inviteStranger(service, customer, 'owner')
    const answer = call('POST', '/account/link', { id_token: idToken }, { 'Idempotency-Key': ' ' })
    expect(await tell(answer)).toEqual([400, 'invalid_request', 'Idempotency-Key'])
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
  })

  test('an invitation that is over, was taken back, or is of nobody, links nobody', async () => {
    const stranger = await getTokens(service, 'nobody@example.com')
    expect(await tell(link(makeClient(service, stranger.token), stranger.id_token))).toEqual([400, 'invalid_state'])
    const late = await inviteStranger(service, customer, 'member')
    expect(await tell(owner.call('DELETE', `/people/${late.id}`))).toEqual([204])
    expect(await tell(link(late.call, late.idToken))).toEqual([400, 'invalid_state'])
    service.setTime(Date.now() - 8 * 86_400_000)
    const old = await inviteStranger(service, customer, 'member')
    service.setTime(0)
    expect(await tell(link(old.call, old.idToken))).toEqual([400, 'invalid_state'])
  })

  test('a key is refused, and a removed person is a stranger again', async () => {
    const { id, idToken, call } = await inviteStranger(service, customer, 'member')
    expect(await tell(link(customer.call, idToken))).toEqual([403, 'forbidden'])
    await link(call, idToken)
    expect(await tell(owner.call('DELETE', `/people/${id}`))).toEqual([204])
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
    expect(await tell(link(call, idToken))).toEqual([400, 'invalid_state'])
  })
})
