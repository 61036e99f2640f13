import { findCompany } from '../../functions/store/companies/companies'
import { type Call, makeClient, makeError, tell } from '../support/client'
import { getTokens, inviteStranger, signInAs, useOwner } from '../support/people'
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
  const { token, id_token } = await getTokens(service, invited.email)
  const ada = makeClient(service, token)
  expect(await tell(ada('POST', '/items', { name: 'Bolt', sku: 'B' }))).toEqual([401, 'unauthorized'])
  const { body: invitations } = await ada('POST', '/account/invitations', { id_token })
  const inviter = { company: customer.company.name, inviter: 'owner', role: 'member' }
  expect(invitations.data).toEqual([{ id: invited.id, ...inviter, invited_until: invited.invited_until }])
  expect((await ada('POST', '/account/link', { id_token, invitation_id: invited.id })).status).toBe(200)
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
  const { call, token } = await signInAs(service, customer, 'viewer')
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  service.setTime(exp * 1_000 - 200_000)
  expect(await tell(call('GET', '/items'))).toEqual([200])
  service.setTime(exp * 1_000 + 1_000)
  const ended = makeError('unauthorized', 'The access token is no longer valid.')
  expect((await call('GET', '/items')).body).toMatchObject(ended)
})

describe('an invitation', () => {
  const link = (call: Call, id_token: unknown, invitation_id: string) =>
    call('POST', '/account/link', { id_token, invitation_id })
  /** With the one of each test. */
  const countOwners = async () => (await findCompany(service.rows, customer.company.id))?.owners ?? 0

  test('is accepted once, and the person acts from the next request on, though API Gateway knows the stranger', async () => {
    const { id, email, idToken, call } = await inviteStranger(service, customer, 'owner')
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
    expect(await tell(call('GET', '/account'))).toEqual([401, 'unauthorized'])
    const { status, body: person } = await link(call, idToken, id)
    expect([status, person]).toEqual([200, expect.objectContaining({ id, email, role: 'owner', status: 'active' })])
    expect(await tell(call('GET', '/items'))).toEqual([200])
    expect((await call('POST', '/items', { name: 'Bolt', sku: 'B' })).status).toBe(201)
    expect((await call('GET', '/items?sku=B')).body).toMatchObject({ data: [{ sku: 'B' }] })
    expect(await countOwners()).toBe(2)
    expect((await link(call, idToken, id)).body).toMatchObject({ id })
    expect(await countOwners()).toBe(2)
    const again = makeClient(service, (await getTokens(service, email)).token)
    expect((await again('GET', '/account')).body).toMatchObject({ person: { id } })
  })

  test('by an ID token of another subject, or one that is none, takes nobody in, and shows nothing', async () => {
    const ada = await inviteStranger(service, customer, 'owner')
    const eve = await inviteStranger(service, customer, 'owner')
    for (const token of [eve.idToken, eve.token, ada.token, 'a.b.c', '', 7])
      expect(await tell(link(ada.call, token, ada.id))).toEqual([400, 'invalid_request', 'id_token'])
    const shown = ada.call('POST', '/account/invitations', { id_token: eve.idToken })
    expect(await tell(shown)).toEqual([400, 'invalid_request', 'id_token'])
    expect(await tell(link(ada.call, ada.idToken, eve.id))).toEqual([400, 'invalid_state'])
    expect(await tell(ada.call('GET', '/items'))).toEqual([401, 'unauthorized'])
  })

  test('an idempotency key that is malformed is refused, though an acceptance needs none', async () => {
    const { id, idToken, call } = await inviteStranger(service, customer, 'owner')
    const body = { id_token: idToken, invitation_id: id }
    const answer = call('POST', '/account/link', body, { 'Idempotency-Key': ' ' })
    expect(await tell(answer)).toEqual([400, 'invalid_request', 'Idempotency-Key'])
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
  })

  test('a key is refused, and a removed person is a stranger again', async () => {
    const { id, idToken, call } = await inviteStranger(service, customer, 'member')
    expect(await tell(link(customer.call, idToken, id))).toEqual([403, 'forbidden'])
    await link(call, idToken, id)
    expect(await tell(owner.call('DELETE', `/people/${id}`))).toEqual([204])
    expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
    expect(await tell(link(call, idToken, id))).toEqual([400, 'invalid_state'])
  })

  test('a subject has ten requests in a minute, and another one its own', async () => {
    service.setTime(Date.now())
    const [ada, eve] = [
      await inviteStranger(service, customer, 'viewer'),
      await inviteStranger(service, customer, 'viewer'),
    ]
    const list = ({ call, idToken }: typeof ada) => call('POST', '/account/invitations', { id_token: idToken })
    const answers = await Promise.all(Array.from({ length: 12 }, () => list(ada)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429])
    const late = answers.find(({ status }) => status === 429)
    expect(late?.headers.get('x-ratelimit-limit')).toBe('10')
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await list(eve)).headers.get('x-ratelimit-remaining')).toBe('9')
  })
})

test('a viewer leaves; another one stays who it is', async () => {
  const [leaver, other] = [await signInAs(service, customer, 'viewer'), await signInAs(service, customer, 'viewer')]
  expect(await tell(leaver.call('DELETE', `/people/${other.id}`))).toEqual([403, 'forbidden'])
  expect(await tell(leaver.call('DELETE', `/people/${leaver.id}`))).toEqual([204])
  expect(await tell(leaver.call('GET', '/account'))).toEqual([401, 'unauthorized'])
  expect(await tell(other.call('GET', '/account'))).toEqual([200])
})

test('a key keeps the name of its maker after the removal, which asks about it', async () => {
  const maker = await signInAs(service, customer, 'owner', { name: 'Mary' })
  const { body: key } = await maker.call('POST', '/keys', { name: 'Till' })
  expect(key).toMatchObject({ user_id: maker.id, user_name: 'Mary' })
  const path = `/people/${maker.id}`
  expect(await tell(owner.call('DELETE', path))).toEqual([400, 'invalid_state', 'keys'])
  expect(await tell(owner.call('DELETE', `${path}?keys=all`))).toEqual([400, 'invalid_request', 'keys'])
  expect(await tell(owner.call('DELETE', `${path}?keys=keep`))).toEqual([204])
  expect((await owner.call('GET', '/keys')).body.data[0]).toMatchObject({
    id: key.id,
    user_name: 'Mary',
    revoked_at: null,
  })
})
