import { match, readRoutes } from '../../local/gateway/gateway-routes'
import { readProxyAnswer } from '../../local/gateway/proxy-integration'
import { readTestStack } from '../support/stack'

const routes = readRoutes(readTestStack())

test.each<[string, string, string, string, Record<string, string>]>([
  ['GET', '/', 'ANY', '/', {}],
  ['GET', '/items', 'GET', '/items', {}],
  ['PATCH', '/items', 'ANY', '/items', {}],
  ['GET', '/items/', 'GET', '/items', {}],
  ['GET', '/items//', 'ANY', '/{proxy+}', { proxy: 'items/' }],
  ['POST', '/items/x/restore/', 'POST', '/items/{id}/restore', { id: 'x' }],
  ['POST', '/items/batch', 'POST', '/items/batch', {}],
  ['GET', '/items/batch', 'ANY', '/items/batch', {}],
  ['GET', '/items/x', 'GET', '/items/{id}', { id: 'x' }],
  ['POST', '/items/x/restore', 'POST', '/items/{id}/restore', { id: 'x' }],
  ['POST', '/items//restore', 'ANY', '/{proxy+}', { proxy: 'items//restore' }],
  ['GET', '/a/b', 'ANY', '/{proxy+}', { proxy: 'a/b' }],
  ['GET', '/docs/', 'GET', '/docs', {}],
  ['GET', '/docs/a/b', 'GET', '/docs/{file+}', { file: 'a/b' }],
  ['POST', '/docs/a', 'ANY', '/docs/{file+}', { file: 'a' }],
])('%s %s leads to %s %s', (...[httpMethod, path, method, resource, parameters]) => {
  expect(match(routes, httpMethod, path)).toMatchObject({ method: { httpMethod: method, resource }, parameters })
})

test('headers that API Gateway keeps for itself pass on under another name', () => {
  const answer = readProxyAnswer({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer', ETag: '"1"' }, body: '' })
  expect(answer?.headers).toEqual({
    'content-type': 'application/json',
    'x-amzn-remapped-www-authenticate': 'Bearer',
    etag: '"1"',
  })
})

test.each([[null], ['text'], [{}], [{ statusCode: '200' }], [{ statusCode: 200, body: {} }]])(
  '%j is no answer',
  (result) => {
    expect(readProxyAnswer(result)).toBeNull()
  },
)
