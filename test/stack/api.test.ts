import { Match, type Template } from 'aws-cdk-lib/assertions'
import fc from 'fast-check'
import { apiKeyBytes, formatApiKey, keyPrefixes } from '../../functions/domain/companies/api-key'
import { type Route, routes } from '../../functions/routes'
import { makeCredentialExpression } from '../../lib/api/api'
import { publicMethods } from '../../lib/api/pages'
import { toPascalCase } from '../../lib/stack-name'
import { Issuer } from '../support/issuer'
import { getToken, signInAs } from '../support/people'
import { testProperty } from '../support/property'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, useService } from '../support/service'
import { leftOut, listResources, listRights, synthesizeTemplate } from '../support/template'

// API Gateway: methods, pages, usage plans, and its own answers.

const prod = synthesizeTemplate('prod')

test.each([
  ['Starter', { RateLimit: 10, BurstLimit: 600 }, { Limit: 20_000, Period: 'DAY' }],
  ['Professional', { RateLimit: 50, BurstLimit: 3_000 }, { Limit: 200_000, Period: 'DAY' }],
  ['Enterprise', { RateLimit: 170, BurstLimit: 5_000 }, Match.absent()],
])('the usage plan of %s, and its id as an output', (plan, Throttle, Quota) => {
  prod.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    Description: Match.stringLikeRegexp(plan),
    Throttle,
    Quota,
    ApiStages: [Match.anyValue()],
  })
  prod.hasOutput(`${plan}PlanId`, {})
})

test('a usage plan limits keys and no single method, so it says nothing of pages, which need no key', () => {
  const stages = { ApiStages: [{ ApiId: Match.anyValue(), Stage: Match.anyValue(), Throttle: Match.exact({}) }] }
  prod.resourcePropertiesCountIs('AWS::ApiGateway::UsagePlan', stages, 4)
})

test('the API takes usage keys from the authorizer, compresses from 8 KiB, and its stage is v1, traced and logged', () => {
  const stage = { StageName: 'v1', TracingEnabled: true, AccessLogSetting: Match.anyValue() }
  prod.hasResourceProperties('AWS::ApiGateway::Stage', stage)
  const api = { ApiKeySourceType: 'AUTHORIZER', MinimumCompressionSize: 8_192 }
  prod.hasResourceProperties('AWS::ApiGateway::RestApi', api)
  prod.hasResourceProperties('AWS::ApiGateway::Authorizer', { Type: 'TOKEN', AuthorizerResultTtlInSeconds: 300 })
})

rehearse('the default endpoint answers beside a domain, unless it is off: that makes a new deployment', () => {
  const off = synthesizeTemplate('prod', { defaultEndpoint: 'false' })
  prod.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: Match.absent() })
  off.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true })
  const idsOf = (template: Template) => Object.keys(template.findResources('AWS::ApiGateway::Deployment'))
  expect(idsOf(prod)).not.toEqual(idsOf(off))
})

/** Finds the path of a resource by its logical id. That of the root is empty. */
function findPath(template: Template): (id: string) => string {
  const found = template.findResources('AWS::ApiGateway::Resource')
  const pathOf = (id: string): string => {
    const { ParentId, PathPart } = found[id]?.Properties ?? {}
    return PathPart === undefined ? '' : `${pathOf(ParentId.Ref ?? '')}/${PathPart}`
  }
  return pathOf
}
const listPaths = (template: Template) =>
  ['', ...Object.keys(template.findResources('AWS::ApiGateway::Resource'))].map(findPath(template))

/** The methods of a template, by path and name, with the function that answers. */
function listMethods(template: Template) {
  const pathOf = findPath(template)
  return listResources(template, 'AWS::ApiGateway::Method').map(({ properties }) => ({
    ...properties,
    name: `${properties.HttpMethod} ${pathOf(properties.ResourceId.Ref ?? '')}`,
    uri: JSON.stringify(properties.Integration.Uri),
  }))
}
const names = (template: Template) => listMethods(template).map(({ name }) => name)

const ofPages = new Set(publicMethods.map(({ method, path }) => `${method} ${path}`))
const [open, closed] = [true, false].map((isOpen) =>
  listMethods(prod).filter(({ name }) => ofPages.has(name) === isOpen),
)

/** The id of the construct that a reference to an ARN names. */
const nameOf = (reference: unknown) => /"(\w+?)[0-9A-F]{8}","Arn"/.exec(JSON.stringify(reference))?.[1] ?? ''

test('every path takes every method, behind the authorizer and with a key: what it lacks goes to its first route, or to not-found', () => {
  for (const method of closed ?? [])
    expect(method).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: true, AuthorizerId: expect.anything() })
  const expected = new Map<string, string>()
  for (const { id, method, path } of Object.values<Route & { id: string }>(routes))
    if (method !== 'ANY') expected.set(`${expected.has(`ANY ${path}`) ? method : 'ANY'} ${path}`, toPascalCase(id))
  for (const path of listPaths(prod))
    if (!expected.has(`ANY ${path}`)) expected.set(`ANY ${path}`, toPascalCase(routes['not-found'].id))
  expect(new Map(closed?.map(({ name, Integration }) => [name, nameOf(Integration.Uri)]))).toEqual(expected)
})

test('API Gateway invokes each function by a role that may invoke it, and its roles may do nothing else', () => {
  const [authorizer] = listResources(prod, 'AWS::ApiGateway::Authorizer')
  const { AuthorizerUri: Uri, AuthorizerCredentials: Credentials } = authorizer?.properties ?? {}
  const invocations = [{ Uri, Credentials }, ...listMethods(prod).map(({ Integration }) => Integration)]
  const used = invocations.map(({ Uri, Credentials }) => [nameOf(Credentials), nameOf(Uri)].join(' may invoke '))
  const ofGateway = listRights(prod).filter(({ name }) => name.endsWith('Invoker'))
  const allowed = ofGateway.flatMap(({ name, actions, Resource }) =>
    [Resource].flat().map((resource) => [name, nameOf(resource)].join(` may ${actions} `)),
  )
  expect(allowed.map((each) => each.replace('lambda:InvokeFunction', 'invoke')).sort()).toEqual(
    [...new Set(used)].sort(),
  )
  prod.resourcePropertiesCountIs('AWS::Lambda::Permission', { Principal: 'apigateway.amazonaws.com' }, 0)
})

test('all people together cannot take what the account may send', () => {
  prod.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
    Description: Match.stringLikeRegexp('People'),
    Throttle: { RateLimit: 1_000, BurstLimit: 2_000 },
  })
})

test('the roles of API Gateway have room for forty more functions', () => {
  const roles = listResources(prod, 'AWS::IAM::Role').filter(({ name }) => name.endsWith('Invoker'))
  expect(roles).toHaveLength(2)
  // IAM: at most 10 240 characters of policies a role. An ARN has 52, the name of a function at most 64.
  for (const { properties } of roles) {
    const functions = JSON.stringify(properties.Policies).match(/"Arn"/g) ?? []
    expect((functions.length + 40) * 120).toBeLessThanOrEqual(10_240)
  }
})

test('pages and the document need neither authorizer nor key, and the stage throttles them', () => {
  expect(open).toHaveLength(publicMethods.length)
  for (const method of open ?? []) {
    expect(method).toMatchObject({ AuthorizationType: 'NONE', ApiKeyRequired: false })
    expect(method).not.toHaveProperty('AuthorizerId')
    expect(method.uri).toMatch(/"Pages\w+","Arn"/)
  }
  const limits = { docs: [20, 40], people: [100, 400] }
  const settings = publicMethods.map(({ part, method: HttpMethod, path }) => {
    const [ThrottlingRateLimit, ThrottlingBurstLimit] = limits[part]
    const ofMethod = { HttpMethod, ResourcePath: `/${path.replaceAll('/', '~1')}` }
    const quiet = { LoggingLevel: 'ERROR', MetricsEnabled: false }
    return Match.objectLike({ ...ofMethod, ...quiet, ThrottlingRateLimit, ThrottlingBurstLimit })
  })
  prod.hasResourceProperties('AWS::ApiGateway::Stage', { MethodSettings: Match.arrayWith(settings) })
})

rehearse('without the reference page, it and the document do not exist, and no other route has changed', () => {
  const without = synthesizeTemplate('prod', leftOut)
  const gone = names(prod).filter((name) => !names(without).includes(name))
  const ofDocs = publicMethods.filter(({ part }) => part === 'docs')
  const expected = new Set(ofDocs.flatMap(({ method, path }) => [`ANY ${path}`, `${method} ${path}`]))
  expect(gone.sort()).toEqual([...expected].sort())
  expect(names(without).filter((name) => !names(prod).includes(name))).toEqual([])
  expect(JSON.stringify(listMethods(without))).not.toContain('docs')
})

rehearse('without people, there is no dashboard; without the reference page, too, no function of pages', () => {
  const without = synthesizeTemplate('prod', { docs: 'false', people: 'false' })
  expect(names(without).filter((name) => name.includes('/dashboard'))).toEqual([])
  expect(Object.keys(without.findResources('AWS::Lambda::Function')).filter((id) => /^Pages/.test(id))).toEqual([])
})

test.each([
  ['UNAUTHORIZED', '401', 'unauthorized'],
  ['ACCESS_DENIED', '403', 'forbidden'],
  ['INVALID_API_KEY', '401', 'unauthorized'],
  ['UNSUPPORTED_MEDIA_TYPE', '400', 'invalid_content_type', 'Content-Type'],
  ['THROTTLED', '429', 'resource_busy'],
  ['QUOTA_EXCEEDED', '429', 'rate_limited'],
  ['DEFAULT_4XX', Match.absent(), 'invalid_request'],
  ['DEFAULT_5XX', '500', 'internal_error'],
])('the gateway’s own %s has the shape of an error', (...[ResponseType, StatusCode, code, field]) => {
  const limits = ['Limit', 'Remaining', 'Reset'].map((name) => [`gatewayresponse.header.X-RateLimit-${name}`, "'0'"])
  const body = Match.stringLikeRegexp(`"code":"${code}".*${field ? `"field":"${field}"` : ''}`)
  prod.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
    ...{ ResponseType, StatusCode, ResponseTemplates: { 'application/json': body } },
    ResponseParameters: {
      ...Object.fromEntries(limits),
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.Cache-Control': "'no-store'",
      'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
      'gatewayresponse.header.Strict-Transport-Security': Match.absent(),
    },
  })
})

rehearse('at one’s own domain, the gateway’s own answers ask for https', () => {
  const own = synthesizeTemplate('prod', { url: 'https://stock.example.com/v1' })
  const transport = { 'gatewayresponse.header.Strict-Transport-Security': "'max-age=31536000'" }
  own.allResourcesProperties('AWS::ApiGateway::GatewayResponse', {
    ResponseParameters: Match.objectLike(transport),
  })
})

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
