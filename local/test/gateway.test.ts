import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { makeError } from '../../test/support/client'
import { waitFor } from '../../test/support/eventually'
import { createCompanyWithKey, useService } from '../../test/support/service'
import { readTestStack } from '../../test/support/stack'
import { match, readRoutes } from '../gateway/gateway-routes'
import { readProxyAnswer } from '../gateway/proxy-integration'

const service = useService()
let secret: string
beforeAll(async () => {
  secret = (await createCompanyWithKey(service)).secret
})

/** Sends the path as it stands: fetch would tidy it up. */
async function get(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(service.baseUrl)
  const sent = request({ hostname, port, path, headers: { Authorization: `Bearer ${secret}` } }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

async function open(text: string): Promise<Socket> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('a client that hangs up amid its body harms nobody', async () => {
  const interrupted = await open('POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"na')
  interrupted.destroy()
  const reset = await open(
    'POST /v1/items HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n',
  )
  reset.resetAndDestroy()
  expect(await get('/v1/items')).toBe(200)
})

test.each([
  ['a request line that is none', 'GET \xff\xff\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02\x00'],
  [
    'headers beyond what is taken',
    `GET /v1/items HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  ['no Host', 'GET /v1/items HTTP/1.1\r\n\r\n'],
  ['an invalid chunk', 'POST /v1/items HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'],
])('%s is one 400 of the contract, and the connection is closed, whatever the client does', async (_, text) => {
  const socket = await open(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  await once(socket, 'end')
  const [head = '', body = '', ...more] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*x-request-id: [\s\S]*connection: close/)
  expect([JSON.parse(body), more]).toEqual([makeError('invalid_request', 'The request could not be understood.'), []])
  // Our half is still open: only a server that is rid of the connection lets a write fail.
  await waitFor(() => new Promise<boolean>((done) => socket.write('more', (failed) => done(Boolean(failed)))))
})

test('a key that the gateway lacks is a 401 of its own at once, whatever the authorizer has said and our rows say', async () => {
  const { call, keyId } = await createCompanyWithKey(service)
  expect((await call('GET', '/items')).status).toBe(200)
  const key = new URL(`/_local/apikeys/${keyId.slice(4)}`, service.baseUrl)
  await fetch(key, { method: 'DELETE', headers: { 'X-Local': '1' } })
  for (const path of ['/items', '/unknown']) {
    const { status, body, headers } = await call('GET', path)
    expect([status, headers.get('www-authenticate'), headers.get('x-ratelimit-limit')]).toEqual([401, 'Bearer', '0'])
    const message = 'The API key is not known. One that is new or whose plan has changed takes up to a minute.'
    expect(body).toEqual(makeError('unauthorized', message))
  }
  expect(await get('/v1/items')).toBe(200)
})

/** Sends it to another host's name, as a page does whose name leads to this machine. */
async function getAs(host: string, url: string): Promise<[number | undefined, unknown]> {
  const { hostname, port, pathname } = new URL(url)
  const sent = request({ hostname, port, path: pathname, headers: { Host: host, Authorization: `Bearer ${secret}` } })
  const [answer] = await once(sent.end(), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return [answer.statusCode, Buffer.concat(chunks).toString()]
}

test.each(['evil.example', 'evil.example:4000', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])(
  'a request to the host %s is a 421, at every port of the service',
  async (host) => {
    const message = `This service answers at 127.0.0.1 and localhost alone, not at ${host}.`
    const { baseUrl, lambdaEndpoint, sqsEndpoint, eventsEndpoint, secretsEndpoint } = service
    for (const url of [`${baseUrl}/items`, lambdaEndpoint, sqsEndpoint, eventsEndpoint, secretsEndpoint])
      expect(await getAs(host, url)).toEqual([421, JSON.stringify(makeError('invalid_request', message, 'Host'))])
  },
)

test.each(['127.0.0.1', 'localhost', 'LOCALHOST:80', '[::1]:4000'])('one to the host %s is answered', async (host) => {
  expect((await getAs(host, `${service.baseUrl}/items`))[0]).toBe(200)
})

test('outside the API, what changes something needs a header that no page of another origin can send', async () => {
  const { call, keyId } = await createCompanyWithKey(service)
  const key = new URL(`/_local/apikeys/${keyId.slice(4)}`, service.baseUrl)
  expect((await fetch(key, { method: 'DELETE' })).status).toBe(403)
  expect((await fetch(new URL('/_local/schedules/x/run', service.baseUrl), { method: 'POST' })).status).toBe(403)
  expect((await fetch(new URL('/_local/schedules', service.baseUrl))).status).toBe(200)
  expect((await call('GET', '/items')).status).toBe(200)
})

test.each([
  ['//', 404],
  ['/v1', 404],
  ['/v1//', 404],
  ['/v1/items/../trash', 404],
  ['/v1/items/%', 404],
  ['/v1/items/%E0%A4%A', 404],
  ['/v1/items?limit=%', 400],
  ['/v1/items?%E0%A4%A=1', 400],
  ['/v1/items?search=a+b', 200],
  ['/v1/items?search=a?b', 200],
  ['http://elsewhere/v1/items', 404],
  ['/_local/docs', 404],
])('%s is answered with %i', async (path, status) => {
  expect(await get(path)).toBe(status)
})

test('a request line beyond what the server takes is a 400 like any other', async () => {
  expect(await get(`/v1/items?search=${'x'.repeat(20_000)}`)).toBe(400)
})

async function create(body: Buffer, encoding: string): Promise<[number, unknown]> {
  const answer = await fetch(`${service.baseUrl}/items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    body,
  })
  return [answer.status, await answer.json()]
}

test.each<[string, (text: string) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['identity', Buffer.from],
])('a request body in %s is decoded', async (encoding, encode) => {
  const sent = encode(JSON.stringify({ name: 'Bolt', sku: `B-${encoding}` }))
  expect(await create(sent, encoding)).toEqual([201, expect.objectContaining({ sku: `B-${encoding}` })])
})

test.each<[string, string, Buffer, [number, string]]>([
  ['that is not what its coding says', 'gzip', Buffer.from('{}'), [400, 'invalid_content_type']],
  ['in another coding', 'br', brotliCompressSync('{}'), [400, 'invalid_content_type']],
  ['with more than 10 MB in it', 'gzip', gzipSync(Buffer.alloc(10 * 1024 * 1024 + 1, ' ')), [413, 'invalid_request']],
])('a request body %s is refused', async (...[, encoding, body, [status, code]]) => {
  expect(await create(body, encoding)).toEqual([status, { error: expect.objectContaining({ code }) }])
})

const routes = readRoutes(readTestStack())

test.each<[string, string, string, string, Record<string, string>]>([
  ['GET', '/', 'ANY', '/', {}],
  ['GET', '/items', 'ANY', '/items', {}],
  ['PATCH', '/items', 'ANY', '/items', {}],
  ['POST', '/items/', 'POST', '/items', {}],
  ['GET', '/items//', 'ANY', '/{proxy+}', { proxy: 'items/' }],
  ['POST', '/items/x/restore/', 'ANY', '/items/{id}/restore', { id: 'x' }],
  ['POST', '/items/batch', 'ANY', '/items/batch', {}],
  ['GET', '/items/batch', 'ANY', '/items/batch', {}],
  ['PUT', '/items/x', 'PUT', '/items/{id}', { id: 'x' }],
  ['POST', '/items/x/restore', 'ANY', '/items/{id}/restore', { id: 'x' }],
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

const others = [null, 'text', {}, { statusCode: '200' }, { statusCode: 200, body: {} }]
test.each(others.map((result) => [result]))('%j is no answer', (result) => {
  expect(readProxyAnswer(result)).toBeNull()
})
