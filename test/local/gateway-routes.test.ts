import { match, readRoutes } from '../../local/gateway/gateway-routes'
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
