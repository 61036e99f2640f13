import { type Call, makeClient, tell } from '../support/client'
import { getToken, type SignedIn, signInAs, useOwner } from '../support/people'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { makeStackWith } from '../support/stack-with'

const service = useService()
const { customer, owner } = useOwner(service, 'enterprise')
const url = 'http://127.0.0.1:4100/'
const usual = ['read', 'write', 'webhooks'] as const

const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1_000) - seconds)

/** With a token of the same person, of another sign-in. */
async function signInAgain({ email }: SignedIn, auth_time: string): Promise<Call> {
  return makeClient(service, await getToken(service, email, { auth_time }))
}

/** What each route needs a recent sign-in for, and the status of its success. */
const needy: [what: string, status: number, send: (call: Call, ids: { person: string; webhook: string }) => unknown][] =
  [
    ['making a key', 201, (call) => call('POST', '/keys', { name: 'Till' })],
    ['inviting', 201, (call) => call('POST', '/people', { email: 'a@example.com', name: 'A', role: 'member' })],
    ['changing a role', 200, (call, { person }) => call('PUT', `/people/${person}`, { role: 'owner' })],
    ['changing a name', 200, (call, { person }) => call('PUT', `/people/${person}`, { name: 'B' })],
    ['making a webhook', 201, (call) => call('POST', '/webhooks', { url })],
    ['leading one elsewhere', 200, (call, { webhook }) => call('PUT', `/webhooks/${webhook}`, { url: `${url}2` })],
    ['a new secret', 200, (call, { webhook }) => call('POST', `/webhooks/${webhook}/rotate-secret`)],
  ]

async function prepare() {
  const person = await signInAs(service, customer, 'member')
  const { body: webhook } = await owner.call('POST', '/webhooks', { url })
  return { person: person.id, webhook: webhook.id }
}

test.each(needy)('%s takes a recent sign-in', async (_, status, send) => {
  const ids = await prepare()
  const tellOf = async (call: Call) => tell(send(call, ids) as ReturnType<Call>)
  const before = await readAll()
  for (const authTime of [secondsAgo(660), secondsAgo(3_500), ''])
    expect(await tellOf(await signInAgain(owner, authTime))).toEqual([403, 'sign_in_required'])
  expect(await readAll()).toEqual(before)
  expect(await tellOf(await signInAgain(owner, secondsAgo(540)))).toEqual([status])
})

/** What these requests could change. */
async function readAll() {
  const lists = await Promise.all((['/keys', '/people', '/webhooks'] as const).map((path) => owner.call('GET', path)))
  return lists.map(({ body }) => body.data.map((row) => ({ ...row, last_used_at: null })))
}

test('an old sign-in is enough for all else, and for what gives nobody access', async () => {
  const { person, webhook } = await prepare()
  const call = await signInAgain(owner, secondsAgo(3_500))
  expect(await tell(call('PUT', `/people/${owner.id}`, { alerts: 'low_stock' }))).toEqual([200])
  expect(await tell(call('PUT', `/webhooks/${webhook}`, { status: 'disabled', description: 'x' }))).toEqual([200])
  expect(await tell(call('POST', '/items', { name: 'Bolt', sku: 'B' }))).toEqual([201])
  expect(await tell(call('PUT', `/keys/${customer.keyId}`, { name: 'Till' }))).toEqual([200])
  expect(await tell(call('DELETE', `/keys/${customer.keyId}`))).toEqual([204])
  expect(await tell(call('DELETE', `/people/${person}`))).toEqual([204])
  expect(await tell(call('DELETE', `/webhooks/${webhook}`))).toEqual([204])
})

test('a key is asked for no sign-in', async () => {
  const { body: key } = await owner.call('POST', '/keys', { scopes: [...usual] })
  const call = makeClient(service, key.key)
  const { status, body: webhook } = await call('POST', '/webhooks', { url })
  expect(status).toBe(201)
  expect(await tell(call('PUT', `/webhooks/${webhook.id}`, { url: `${url}2` }))).toEqual([200])
  expect(await tell(call('POST', `/webhooks/${webhook.id}/rotate-secret`))).toEqual([200])
})

test('it is asked for after what is wrong with the request, and counted as any', async () => {
  const call = await signInAgain(owner, secondsAgo(3_500))
  expect(await tell(call('POST', '/keys', { scopes: ['all'] }))).toEqual([400, 'invalid_request', 'scopes[0]'])
  const left = async () => Number((await call('POST', '/keys', {})).headers.get('x-ratelimit-remaining'))
  expect((await left()) - (await left())).toBe(1)
})

test('a request that was answered is answered again, though the sign-in is old by then', async () => {
  const call = await signInAgain(owner, secondsAgo(3_500))
  const send = (by: Call, key: string) => by('POST', '/keys', { name: 'Once' }, { 'Idempotency-Key': key })
  const first = await send(owner.call, 'once')
  expect((await send(call, 'once')).body).toEqual(first.body)
  expect(await tell(send(call, 'twice'))).toEqual([403, 'sign_in_required'])
})

test.each(['pwd', 'otp', ''])('an owner by %j alone reaches the account, and nothing else', async (amr) => {
  const call = makeClient(service, await getToken(service, owner.email, { amr }))
  expect(await tell(call('GET', '/account'))).toEqual([200])
  const refused = [403, 'second_factor_required']
  expect(await tell(call('GET', '/items'))).toEqual(refused)
  expect(await tell(call('POST', '/items', { name: 'Bolt', sku: 'B' }))).toEqual(refused)
  expect(await tell(call('POST', `/people/${owner.id}/sign-out`))).toEqual(refused)
  expect(await tell(owner.call('GET', '/items'))).toEqual([200])
})

test('others and keys need no second factor; who becomes an owner does, from the next request on', async () => {
  const { id, email } = await signInAs(service, customer, 'member')
  const call = makeClient(service, await getToken(service, email, { amr: 'pwd' }))
  expect(await tell(call('GET', '/items'))).toEqual([200])
  expect(await tell(customer.call('GET', '/items'))).toEqual([200])
  expect(await tell(owner.call('PUT', `/people/${id}`, { role: 'owner' }))).toEqual([200])
  expect(await tell(call('GET', '/items'))).toEqual([403, 'second_factor_required'])
})

rehearse('where ownerMfa is off, any sign-in will do', async () => {
  const lenient = await startTestService(makeStackWith({}), { signIn: { port: 0 } })
  lenient.setTime(0)
  const { email } = await signInAs(lenient, await createCompanyWithKey(lenient), 'owner')
  const call = makeClient(lenient, await getToken(lenient, email, { amr: 'pwd' }))
  expect(await tell(call('GET', '/items'))).toEqual([200])
  await lenient.stop()
})
