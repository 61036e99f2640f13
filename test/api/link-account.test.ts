import { findCompany } from '../../functions/store/companies/companies'
import { type Call, makeClient, tell } from '../support/client'
import { getTokens, inviteStranger, signInAs } from '../support/people'
import { rehearse } from '../support/rehearse'
import { type Customer, createCompanyWithKey, useService } from '../support/service'

// A provider that is not ours: nobody tells at an invitation who it will be.

const service = useService()
let customer: Customer
beforeEach(async () => {
  service.setTime(0) // the provider's clock is the machine's
  customer = await createCompanyWithKey(service, 'starter')
})

const link = (call: Call, id_token: unknown) => call('POST', '/account/link', { id_token })
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
  expect(await countOwners()).toBe(1)
  expect((await link(call, idToken)).body).toMatchObject({ id })
  expect(await countOwners()).toBe(1)
  const again = makeClient(service, (await getTokens(service, email)).token)
  expect((await again('GET', '/account')).body).toMatchObject({ person: { id } })
})

rehearse('many links at once count one owner', async () => {
  const { id, idToken, call } = await inviteStranger(service, customer, 'owner')
  const answers = await Promise.all(Array.from({ length: 10 }, () => link(call, idToken)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await call('GET', '/people')).body).toMatchObject({ data: [{ id }] })
  expect(await countOwners()).toBe(1)
})

test('an ID token of another subject, or one that is none, links nobody', async () => {
  const [ada, eve] = [
    await inviteStranger(service, customer, 'owner'),
    await inviteStranger(service, customer, 'owner'),
  ]
  for (const token of [eve.idToken, eve.token, ada.token, 'a.b.c', '', 7]) {
    const { status, body } = await link(ada.call, token)
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', field: 'id_token' } }])
  }
  expect(await tell(ada.call('GET', '/items'))).toEqual([401, 'unauthorized'])
})

test('an idempotency key that is malformed is refused, though a link needs none', async () => {
  const { idToken, call } = await inviteStranger(service, customer, 'owner')
  const answer = await call('POST', '/account/link', { id_token: idToken }, { 'Idempotency-Key': ' ' })
  expect([answer.status, answer.body]).toMatchObject([400, { error: { field: 'Idempotency-Key' } }])
  expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
})

test('an invitation that is over, was taken back, or is of nobody, links nobody', async () => {
  const stranger = await getTokens(service, 'nobody@example.com')
  expect(await tell(link(makeClient(service, stranger.token), stranger.id_token))).toEqual([400, 'invalid_state'])
  const owner = await signInAs(service, customer, 'owner')
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
  const owner = await signInAs(service, customer, 'owner')
  expect(await tell(owner.call('DELETE', `/people/${id}`))).toEqual([204])
  expect(await tell(call('GET', '/items'))).toEqual([401, 'unauthorized'])
  expect(await tell(link(call, idToken))).toEqual([400, 'invalid_state'])
})
