import { Match, type Template } from 'aws-cdk-lib/assertions'
import { type Route, routes } from '../../functions/routes'
import { publicMethods } from '../../lib/pages'
import { rehearse } from '../support/rehearse'
import { leftOut, listResources, synthesizeTemplate } from '../support/template'

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

/** The methods of a template, by path and name, with the function that answers. */
function listMethods(template: Template) {
  const found = template.findResources('AWS::ApiGateway::Resource')
  const pathOf = (id: string): string => {
    const { ParentId, PathPart } = found[id]?.Properties ?? {}
    return PathPart === undefined ? '' : `${pathOf(ParentId.Ref ?? '')}/${PathPart}`
  }
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

test('every method but those of pages is behind the authorizer and needs a key, and every resource has ANY for not-found', () => {
  for (const method of closed ?? [])
    expect(method).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: true, AuthorizerId: expect.anything() })
  const any = closed?.filter(({ name }) => name.startsWith('ANY ')) ?? []
  expect(any).toHaveLength(listResources(prod, 'AWS::ApiGateway::Resource').length + 1)
  const own = Object.values<Route>(routes).filter(({ method }) => method !== 'ANY')
  expect(closed).toHaveLength(any.length + own.length)
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
  ['THROTTLED', '429', 'rate_limited'],
  ['QUOTA_EXCEEDED', '429', 'rate_limited'],
  ['DEFAULT_4XX', Match.absent(), 'invalid_request'],
  ['DEFAULT_5XX', '500', 'internal_error'],
])(
  'the gateway’s own %s has a status, the error shape and every header',
  (...[ResponseType, StatusCode, code, field]) => {
    const limits = ['Limit', 'Remaining', 'Reset'].map((name) => [`gatewayresponse.header.X-RateLimit-${name}`, "'0'"])
    const body = Match.stringLikeRegexp(`"code":"${code}".*${field ? `"field":"${field}"` : ''}`)
    prod.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
      ...{ ResponseType, StatusCode, ResponseTemplates: { 'application/json': body } },
      ResponseParameters: { ...Object.fromEntries(limits), 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
    })
  },
)
