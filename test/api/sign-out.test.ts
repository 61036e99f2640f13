import { type Call, makeClient, tell } from '../support/client'
import { getToken, type SignedIn, signInAs, useOwner } from '../support/people'
import { scanTable } from '../support/scan'
import { useService } from '../support/service'

const service = useService()
const { customer, owner } = useOwner(service, 'enterprise')

/** With a token of the person, signed in at that second; null where the provider does not say when. */
async function signInAt({ email }: Pick<SignedIn, 'email'>, second: number | null): Promise<Call> {
  return makeClient(service, await getToken(service, email, { auth_time: second === null ? '' : String(second) }))
}

const signInAgo = (person: SignedIn, seconds: number) => signInAt(person, Math.floor(Date.now() / 1_000) - seconds)

const ended = [401, 'unauthorized']

test('what is signed in on any device is refused from the next request on, whatever is cached, and not counted', async () => {
  const person = await signInAs(service, customer, 'member')
  const devices = [person.call, await signInAgo(person, 3_000), await signInAt(person, null)]
  for (const call of devices) expect(await tell(call('GET', '/items'))).toEqual([200])
  expect(await tell(owner.call('POST', `/people/${person.id}/sign-out`))).toEqual([204])
  for (const call of devices) {
    expect(await tell(call('GET', '/items'))).toEqual(ended)
    expect(await tell(call('POST', '/items', { name: 'Bolt', sku: 'B' }))).toEqual(ended)
    expect(await tell(call('POST', '/account/link', { id_token: 'a.b.c' }))).toEqual(ended)
  }
  const renewed = await signInAgo(person, 3_000) // the authorizer has not seen it; a renewal keeps the sign-in's time
  expect(await tell(renewed('GET', '/items'))).toEqual(ended)
  const again = await signInAgo(person, -1)
  expect(await tell(again('GET', '/items'))).toEqual([200])
  const { body } = await again('GET', '/account')
  expect(body.usage.day).toBe(devices.length + 2)
})

test('a sign-in of the same second is refused, since it may have been before', async () => {
  const person = await signInAs(service, customer, 'viewer')
  const second = Math.floor(Date.now() / 1_000)
  service.setTime(second * 1_000 + 999)
  expect(await tell(owner.call('POST', `/people/${person.id}/sign-out`))).toEqual([204])
  expect(await tell((await signInAt(person, second))('GET', '/items'))).toEqual(ended)
  expect(await tell((await signInAt(person, second + 2))('GET', '/items'))).toEqual([200])
})

test.each(['owner', 'member', 'viewer'] as const)(
  'as %s, one signs oneself out, and nobody else does',
  async (role) => {
    const person = await signInAs(service, customer, role)
    const other = await signInAs(service, customer, 'viewer')
    const others = await tell(person.call('POST', `/people/${other.id}/sign-out`))
    expect(others).toEqual(role === 'owner' ? [204] : [403, 'forbidden'])
    expect(await tell(other.call('GET', '/items'))).toEqual(role === 'owner' ? ended : [200])
    expect(await tell(person.call('POST', `/people/${person.id}/sign-out`))).toEqual([204])
    expect(await tell(person.call('GET', '/items'))).toEqual(ended)
  },
)

test('it can be repeated; each time is in the access log, who did it and for whom; sent again, it is once', async () => {
  const person = await signInAs(service, customer, 'member')
  const send = (key: string) =>
    owner.call('POST', `/people/${person.id}/sign-out`, undefined, { 'Idempotency-Key': key })
  for (const key of ['first', 'first', 'second']) expect(await tell(send(key))).toEqual([204])
  const rows = (await scanTable(service.rows)).filter(({ pk }) => pk === `ACCESS#${customer.company.id}`)
  const entry = {
    action: 'person.signed_out',
    actor_type: 'person',
    actor_id: owner.id,
    subject: { type: 'person', id: person.id, name: 'member' },
    changes: {},
  }
  expect(rows.filter(({ action }) => action === entry.action)).toEqual(Array(2).fill(expect.objectContaining(entry)))
})

test('somebody who is not there, or of another company, is not found; keys sign nobody out', async () => {
  expect(await tell(owner.call('POST', '/people/usr_00000000000000000000000000/sign-out'))).toEqual([
    404,
    'person_not_found',
  ])
  expect(await tell(customer.call('POST', `/people/${owner.id}/sign-out`))).toEqual([403, 'forbidden'])
  expect(await tell(owner.call('GET', '/items'))).toEqual([200])
})
