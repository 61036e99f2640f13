import fc from 'fast-check'
import { apiKeyBytes, formatApiKey, keyPrefixes } from '../../functions/domain/companies/api-key'
import { makeCredentialExpression } from '../../lib/credentials'
import { Issuer } from '../support/issuer'
import { getToken, signInAs } from '../support/people'
import { testProperty } from '../support/property'
import { createCompanyWithKey, useService } from '../support/service'
import { synthesizeTemplate } from '../support/template'

const service = useService()
/** API Gateway takes the whole header. */
const toMatcher = (expression: string) => new RegExp(`^(?:${expression})$`)
const withPeople = toMatcher(makeCredentialExpression({ people: true }))
const withoutPeople = toMatcher(makeCredentialExpression({ people: false }))

const key = fc
  .tuple(fc.constantFrom(...keyPrefixes), fc.uint8Array({ minLength: apiKeyBytes, maxLength: apiKeyBytes }))
  .map(([prefix, bytes]) => formatApiKey(prefix, bytes))
const scheme = fc.mixedCase(fc.constant('bearer'))
const spaces = fc.integer({ min: 1, max: 5 }).map((count) => ' '.repeat(count))

test('the template has the expression, with tokens only where there are people', () => {
  for (const people of [true, false]) {
    const context: Record<string, string> = people ? {} : { docs: 'false', people: 'false' }
    synthesizeTemplate('prod', context).hasResourceProperties('AWS::ApiGateway::Authorizer', {
      IdentityValidationExpression: makeCredentialExpression({ people }),
    })
  }
})

testProperty(
  'every key that is made passes, whatever the case of its scheme and the number of spaces',
  { of: [key, scheme, spaces] },
  (secret, bearer, between) => {
    for (const accepts of [withPeople, withoutPeople]) expect(accepts.test(`${bearer}${between}${secret}`)).toBe(true)
  },
)

test('tokens pass where there are people: those of our provider, and of any that signs by RFC 9068', async () => {
  service.setTime(0) // the provider's clock is the machine's
  const customer = await createCompanyWithKey(service)
  const { email } = await signInAs(service, customer, 'owner')
  const issuer = new Issuer()
  for (const token of [await getToken(service, email), issuer.sign(), issuer.sign({ name: 'Zoë ~ ÿÿÿ'.repeat(99) })]) {
    expect(withPeople.test(`Bearer ${token}`)).toBe(true)
    expect(withoutPeople.test(`Bearer ${token}`)).toBe(false)
  }
})

testProperty(
  'a key that is too short or too long, has another character or another prefix passes nowhere',
  { of: [key, fc.integer({ min: 8, max: 40 }), fc.constantFrom(...'_-+/= é\u0000')] },
  (secret, at, typed) => {
    const changed = secret.slice(0, at) + typed + secret.slice(at + 1)
    const wrong = [secret.slice(0, -1), `${secret}0`, changed, secret.replace('sk_', 'pk_'), secret.toUpperCase()]
    for (const each of wrong)
      for (const accepts of [withPeople, withoutPeople])
        expect([each, accepts.test(`Bearer ${each}`)]).toEqual([each, false])
  },
)

const text = fc.string({ unit: 'binary-ascii' }).filter((each) => !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(each.trim()))

testProperty('garbage does not pass', { of: [text] }, (each) => {
  for (const header of [each, `Bearer ${each}`, `Basic ${each}`])
    expect([header, withPeople.test(header)]).toEqual([header, false])
})

test('what is nearly a token does not pass', () => {
  for (const each of ['a.b', 'a.b.c.d', '.b.c', 'a..c', 'a.b.', 'a.b.c=', 'a.b.c d', 'a.b.ü'])
    expect([each, withPeople.test(`Bearer ${each}`)]).toEqual([each, false])
})

test('the expression keeps to what Java and JavaScript read alike', () => {
  for (const people of [true, false]) {
    const parts = makeCredentialExpression({ people }).replaceAll(
      /\[(?:0-9A-Za-z| \\t|\\w-|[A-Z][a-z])\]|\(\?:|\{\d+\}|\\\./g,
      '',
    )
    expect(parts).toMatch(/^[\w^$|)*+ ]+$/) // letters of the prefixes, anchors, a choice, repetitions
  }
})

test('what cannot be a key or a token is refused without the authorizer: the answer is its own 401, to the byte', async () => {
  const { secret } = await createCompanyWithKey(service)
  const send = async (authorization: string) => {
    const answer = await fetch(`${service.baseUrl}/items`, { headers: { authorization } })
    const headers = Object.fromEntries(answer.headers)
    for (const varying of ['date', 'x-request-id']) delete headers[varying]
    return { status: answer.status, headers, body: await answer.text() }
  }
  const countRefusals = () => service.logs.filter((line) => /Authorizer\w* failed/.test(line)).length
  const before = countRefusals()
  const asked = await send('Bearer sk_test_0000000000000000000000000004VUlvi')
  expect([asked.status, countRefusals()]).toEqual([401, before + 1])
  for (const authorization of ['x', `Basic ${secret}`, secret, `Bearer ${secret}x`, 'Bearer a.b'])
    expect(await send(authorization)).toEqual(asked)
  expect(countRefusals()).toBe(before + 1)
  expect((await send(`bEaReR   ${secret}`)).status).toBe(200)
})
