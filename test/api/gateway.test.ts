import { keyScopes } from '../../functions/domain/companies/caller'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { keys } from '../../functions/store/table/schema'
import { type Answer, makeClient, makeError } from '../support/client'
import { changeRow } from '../support/damage'
import { createItem } from '../support/items'
import { signInAs } from '../support/people'
import { rehearse } from '../support/rehearse'
import { unknownIds } from '../support/requests/ids'
import { makeRequest } from '../support/requests/requests'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, createKey, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { noon } from '../support/table'

const service = useService()

const known = Object.values<Route & { id: RouteId }>(routes).filter(({ id }) => id !== 'not-found')

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
const none = ['0', '0', '0']

function expectProblem(answer: Answer, status: number, ...error: Parameters<typeof makeError>): void {
  expect([answer.status, answer.body]).toEqual([status, makeError(...error)])
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expectSafe(answer)
}

/** Nobody keeps a copy, nobody guesses the type; and this host, which is nobody's domain, is not bound to https. */
function expectSafe({ headers }: Answer): void {
  const names = ['cache-control', 'x-content-type-options', 'strict-transport-security']
  expect(names.map((name) => headers.get(name))).toEqual(['no-store', 'nosniff', null])
}

test('a success is kept by nobody, and its type is not guessed', async () => {
  const { call } = await createCompanyWithKey(service)
  const created = await call('POST', '/items', { name: 'Bolt', sku: 'B' })
  const item = `/items/${created.body.id}`
  for (const answer of [created, await call('GET', item), await call('DELETE', item)]) expectSafe(answer)
})

const keyNeeded = 'A valid API key is needed: Authorization: Bearer <API_KEY>.'

test('401 by the gateway: no key, and what is none', async () => {
  const { secret } = await createCompanyWithKey(service)
  const unknown = 'sk_test_0000000000000000000000000004VUlvi'
  const headers = [
    '',
    secret,
    `Basic ${secret}`,
    'Bearer',
    'Bearer x',
    `Bearer ${unknown}`,
    `Bearer ${secret}x`,
    `Bearer ${secret} x`,
  ]
  for (const authorization of headers) {
    for (const path of ['/items', '/unknown']) {
      const sent = authorization ? { Authorization: authorization } : {}
      const answer = await makeClient(service, null)('GET', path, undefined, sent)
      expectProblem(answer, 401, 'unauthorized', keyNeeded)
      expect(limits(answer)).toEqual(none)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  }
})

test('404 for an unknown path and a wrong method, and they count', async () => {
  const { call } = await createCompanyWithKey(service, 'starter')
  const calls = [
    ['GET', '/'],
    ['GET', '/unknown'],
    ['GET', '/items//'],
    ['PATCH', '/items'],
    ['DELETE', '/items'],
    ['OPTIONS', '/items'],
    ['GET', '/items/batch'],
    ['GET', '/unknown?a=1&a=2'],
  ]
  for (const [index, [method = '', path = '']] of calls.entries()) {
    const answer = await call(method, path)
    expectProblem(answer, 404, 'not_found', 'There is no such route.')
    expect(limits(answer)).toEqual(['60', String(59 - index), String(noon / 1_000 + 60)])
  }
})

test('404 for each method that a path lacks, before its key’s scopes are asked, and nothing changes', async () => {
  const customer = await createCompanyWithKey(service, 'enterprise')
  const { call } = await createKey(service, customer.company.id, 'enterprise', { scopes: ['read'] })
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
  const has = (path: string, method: string) => known.some((route) => route.path === path && route.method === method)
  const wrong = [...new Set(known.map(({ path }) => path))].flatMap((path) =>
    methods.filter((method) => !has(path, method)).map((method) => [method, path.replace(/\{\w+\}/g, 'x')] as const),
  )
  for (const [method, path] of chooseCases(wrong, 20, chooseSeed())) {
    const body = method === 'GET' ? undefined : { name: 'B' }
    const answer = await call<string, string>(method, path, body)
    expect([method, path, answer.status, answer.body?.error?.code]).toEqual([method, path, 404, 'not_found'])
    expect(limits(answer)[0]).toBe('1000')
  }
  expect((await customer.client.listAudit()).pagination.total).toBe(0)
})

test('more requests at once than a Starter key has: 60 admitted, the others 429 with Retry-After; other keys go on', async () => {
  const count = chooseSize({ quick: 65, thorough: 300 })
  const { call, company } = await createCompanyWithKey(service, 'starter')
  const other = await createKey(service, company.id, 'starter')
  service.setTime(noon + 20_000)
  const answers = await Promise.all(Array.from({ length: count }, () => call('GET', '/items?limit=1')))
  const admitted = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect([admitted.length, refused.length]).toEqual([60, count - 60])
  expect(new Set(admitted.map(({ headers }) => headers.get('x-ratelimit-remaining'))).size).toBe(60)
  for (const answer of refused) {
    expectProblem(answer, 429, 'rate_limited', 'Too many requests. Try again in 40 seconds.')
    expect(limits(answer)).toEqual(['60', '0', String(noon / 1_000 + 60)])
    expect(answer.headers.get('retry-after')).toBe('40')
  }
  expect(limits(await other.call('GET', '/items')).slice(0, 2)).toEqual(['60', '59'])
  service.setTime(noon + 60_000)
  expect((await call('GET', '/items')).status).toBe(200)
})

test('403 for a scope that the key lacks, on every route that needs it', async () => {
  const reader = await createCompanyWithKey(service, 'enterprise', ['read'])
  const writer = await createCompanyWithKey(service, 'enterprise', ['write'])
  const scoped = Object.values<Route>(routes).filter(({ scope, needsPeople }) => scope !== null && !needsPeople)
  for (const { method, path, scope } of chooseCases(scoped, 10, chooseSeed())) {
    const { call } = scope === 'write' ? reader : writer
    const answer = await call(method, path.replace('{id}', 'itm_01K00000000000000000000001'))
    expectProblem(answer, 403, 'forbidden', `This API key lacks the '${scope}' scope.`)
    expect(limits(answer)[0]).toBe('1000')
  }
})

test('500 for a stored row that is broken: no detail, but the request id and the headers', async () => {
  const { call, company } = await createCompanyWithKey(service, 'starter')
  const { id } = (await call('POST', '/items', { name: 'Bolt', sku: 'B' })).body
  await changeRow(service.rows, keys.item(company.id, String(id)), { quantity: 'many' })
  for (const path of [`/items/${id}`, '/items']) {
    const answer = await call('GET', path)
    const requestId = answer.headers.get('x-request-id')
    expectProblem(answer, 500, 'internal_error', `The request failed on our side. Request id: ${requestId}`)
    expect(limits(answer)[0]).toBe('60')
    expect(service.logs.some((line) => line.includes(String(requestId)))).toBe(true)
  }
})

test.each([7, 11])('a body of %i MB is 413, the one status that cannot be mapped', async (megabytes) => {
  const { call } = await createCompanyWithKey(service)
  const answer = await call('POST', '/items', { name: 'x'.repeat(megabytes * 1_000_000), sku: 'A' })
  expectProblem(answer, 413, 'invalid_request', 'The request is too large: a body may have up to 6 MB.')
})

test('a slash at the end of a path is ignored, also for a retry', async () => {
  const { call } = await createCompanyWithKey(service)
  const key = { 'Idempotency-Key': 'k' }
  const first = await call('POST', '/items', { name: 'B', sku: 'B' }, key)
  const again = await call('POST', '/items/' as '/items', { name: 'B', sku: 'B' }, key)
  expect([again.status, again.text]).toEqual([201, first.text])
  expect((await call('GET', '/items/' as '/items')).body.data).toHaveLength(1)
})

// Which input is refused, test/http shows: here, that each route asks.
describe('400 for a field that a route does not know, and it changes nothing', () => {
  test.each(chooseCases(known, 4, chooseSeed()))('$id', async ({ id, needsPeople }) => {
    service.setTime(0) // the provider's clock is the machine's
    const customer = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
    const { call } = needsPeople ? await signInAs(service, customer, 'owner') : customer
    const { method, path, body } = makeRequest(id, unknownIds, { query: 'colour=red' })
    const answer = await call(method, path, method === 'GET' ? undefined : { ...Object(body), colour: 'red' })
    expectProblem(answer, 400, 'invalid_request', "The 'colour' field is not known.", 'colour')
    expect(limits(answer).slice(0, 2)).toEqual(['1000', '999']) // it counts
    expect((await customer.client.listAudit()).pagination.total).toBe(0)
  })
})

rehearse('a 201 says where what it created is found', async () => {
  const { call, client } = await createCompanyWithKey(service)
  const { id } = await createItem(client, 'A', { quantity: 5 })
  const order = { supplier: { name: 'Acme' }, line_items: [{ sku: 'A', quantity_ordered: 1 }] }
  type Created = { status: number; headers: Headers; body: { id: string | null } }
  const created: Created[] = [
    await call('POST', '/items', { name: 'B', sku: 'B' }),
    await call('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 }),
    await call('POST', '/orders', order),
    await call('POST', '/snapshots', {}, { 'Idempotency-Key': 'snapshot' }),
    await call('POST', '/snapshots', {}, { 'Idempotency-Key': 'snapshot' }),
  ]
  const [, sale, , snapshot] = created
  const reversal = await call('POST', `/transactions/${sale?.body.id}/reverse` as '/transactions/{id}/reverse')
  const restore = await call('POST', `/snapshots/${snapshot?.body.id}/restore` as '/snapshots/{id}/restore')
  for (const { status, headers, body } of [...created, reversal, restore] as typeof created) {
    expect(status).toBe(201)
    const path = headers.get('location')?.replace(/^\/v1/, '')
    expect((await call('GET', path as '/items/{id}')).body.id).toBe(body.id)
  }
  const several = await call('POST', '/transactions', { transactions: [{ type: 'issue', item_id: id, quantity: 1 }] })
  expect([several.status, several.headers.get('location')]).toEqual([201, null])
})
