import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { maxGzipBytes } from '../../lib/bundling'
import { describeApi } from '../../openapi/document'
import { makeError } from '../support/client'
import { useService } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService()

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

/** Asks without a key, and leaves the path and the answer as they are. */
async function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port, pathname } = new URL(service.baseUrl)
  const sent = request({ hostname, port, path: pathname + path, headers, method }).end()
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

/** The paths of what a page loads, below the API's address. */
async function listAssets(page: '/docs' | '/dashboard'): Promise<string[]> {
  const { body } = await get(page)
  const names = body.toString().matchAll(/(?:src|href)="(?:\/v1\/docs|\.)\/([^"]+)"/g)
  return [...names].map(([, name]) => `${page}/${name}`)
}

describe('the reference', () => {
  test('the page, and all that it loads, is there without a key', async () => {
    const page = await get('/docs')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src 'self';/)
    expect(page.body.toString()).not.toMatch(/(?:src|href)="(?!\/v1\/|#)/)
    const assets = await listAssets('/docs')
    const types = await Promise.all(assets.map(async (path) => (await get(path)).headers['content-type']))
    expect(types).toEqual(['image/svg+xml; charset=utf-8', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8'])
  })

  test.each(['/docs', '/openapi.json'])('HEAD %s is answered as GET is, without the body', async (path) => {
    const [{ status, headers, body }, got] = [await get(path, {}, 'HEAD'), await get(path)]
    expect([status, body.length]).toEqual([200, 0])
    for (const name of ['content-type', 'etag', 'cache-control']) expect(headers[name]).toBe(got.headers[name])
  })

  test('the document is what the routes say', async () => {
    const { status, headers, body } = await get('/openapi.json')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(body.toString())).toEqual(JSON.parse(JSON.stringify(describeApi())))
  })

  test('what has a hash in its name is kept, and the rest asked for again soon; nothing is sent twice', async () => {
    const [asset = ''] = await listAssets('/docs')
    for (const [path, caching] of [
      ['/docs', 'public, max-age=60'],
      ['/openapi.json', 'public, max-age=60'],
      [asset, 'public, max-age=31536000, immutable'],
    ] as const) {
      const first = await get(path)
      expect(first.headers['cache-control']).toBe(caching)
      const etag = String(first.headers.etag)
      for (const known of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
        const again = await get(path, { 'If-None-Match': known })
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      }
      expect((await get(path, { 'If-None-Match': '"x"' })).status).toBe(200)
    }
  })

  test.each([
    '/docs/x',
    '/docs/x/y',
    '/docs/page.html',
    '/docs/openapi.json',
    '/docs/../index.js',
    '/docs/..%2findex.js',
    '/docs/%2e%2e%2findex.js',
    '/docs/constructor',
  ])('%s is a 404 in the form of every error', async (path) => {
    const { status, headers, body } = await get(path)
    expect([status, headers['content-type']]).toEqual([404, 'application/json'])
    expect(JSON.parse(body.toString())).toEqual(makeError('not_found', 'There is no such route.'))
  })

  test('other methods need a key, as any unknown route does', async () => {
    for (const path of ['/docs', '/docs/x', '/openapi.json'])
      expect((await fetch(service.baseUrl + path, { method: 'POST' })).status).toBe(401)
  })

  test('the function has what the page loads beside its code, and its code is small', () => {
    const [folder = ''] = [...readTestStack().assets.values()].filter((path) => existsSync(join(path, 'files')))
    expect(readdirSync(folder)).toEqual(['files', 'index.js'])
    expect(statSync(join(folder, 'index.js')).size).toBeLessThan(maxGzipBytes)
  })

  test('the page travels compressed, in the coding that the client likes best', async () => {
    const path = '/docs'
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('Accept-Encoding')
    const gzipped = await get(path, { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(gzipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true)
    const deflated = await get(path, { 'Accept-Encoding': 'gzip;q=0.5, deflate' })
    expect(inflateSync(deflated.body).equals(plain.body)).toBe(true)
    for (const unsupported of ['br, gzip;q=0.9', 'identity', '*', 'gzip;q=0'])
      expect((await get(path, { 'Accept-Encoding': unsupported })).headers['content-encoding']).toBeUndefined()
  })

  test('an answer of less than 8 KiB is sent as it is', async () => {
    const [asset = ''] = await listAssets('/docs')
    const { headers } = await get(asset, { 'Accept-Encoding': 'gzip' })
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, expect.any(String)])
  })
})

describe('the dashboard', () => {
  test.each(['/dashboard', '/dashboard/items/itm_1', '/dashboard/settings/keys'])(
    '%s is the page, without a key, for the address that it is asked at',
    async (path) => {
      const page = await get(path)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect([page.headers['cache-control'], page.headers.etag]).toEqual(['no-store', undefined])
      const text = page.body.toString()
      expect(text).toContain('<base href="/v1/dashboard/">')
      expect(text).not.toMatch(/\{\{|(?:src|href)="(?!\.\/|\/v1\/dashboard\/")/)
      const [, signIn = ''] = /name="sign-in" content="([^"]*)"/.exec(text) ?? []
      expect(JSON.parse(signIn.replaceAll('&#34;', '"'))).toHaveProperty('clientId')
    },
  )

  test('its policy lets scripts come from here alone, and the page ask nobody but this API and who signs people in', async () => {
    const policy = String((await get('/dashboard')).headers['content-security-policy'])
    const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
    expect(directives.get('default-src')).toEqual(["'none'"])
    expect(directives.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(directives.get('connect-src')?.[0]).toBe("'self'")
    expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  })

  test('what it loads is kept, and is at most 225 KB on the wire, with the page itself', async () => {
    const assets = await listAssets('/dashboard')
    expect(assets.length).toBeGreaterThan(2)
    const answers = await Promise.all(assets.map((path) => get(path)))
    for (const { status, headers } of answers)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const all = [await get('/dashboard'), ...answers]
    expect(all.reduce((sum, { body }) => sum + gzipSync(body).length, 0)).toBeLessThan(225_000)
  })

  test('a file that is not there is a 404, not the page: it may be one of a release before', async () => {
    for (const path of ['/dashboard/index.html', '/dashboard/index-0123456789abcdef.js', '/dashboard/..%2findex.js'])
      expect((await get(path)).status).toBe(404)
  })

  test('each file has its hash in its name, and none is larger than what Lambda returns at once', () => {
    const folders = [...readTestStack().assets.values()].map((path) => join(path, 'files', 'dashboard'))
    const [folder = ''] = folders.filter((path) => existsSync(path))
    const names = readdirSync(folder).filter((each) => each !== 'index.html')
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) {
      expect(name).toMatch(/-[0-9a-f]{16}\.(?:css|js|svg)$/)
      expect(readFileSync(join(folder, name)).length).toBeLessThan(5_500_000)
    }
  })
})
