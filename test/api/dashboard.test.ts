import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { useService } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService()
const get = (path: string) => fetch(`${service.baseUrl}${path}`, { redirect: 'manual' })

/** The names of what the page loads at once. */
async function listAssets(): Promise<string[]> {
  const page = await (await get('/dashboard')).text()
  return [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name)
}

test.each(['/dashboard', '/dashboard/items/itm_1', '/dashboard/settings/keys'])(
  '%s is the page, without a key, for the address that it is asked at',
  async (path) => {
    const page = await get(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-store', null])
    const text = await page.text()
    expect(text).toContain('<base href="/v1/dashboard/">')
    expect(text).not.toMatch(/\{\{|(?:src|href)="(?!\.\/|\/v1\/dashboard\/")/)
    const [, signIn = ''] = /name="sign-in" content="([^"]*)"/.exec(text) ?? []
    expect(JSON.parse(signIn.replaceAll('&#34;', '"'))).toHaveProperty('clientId')
  },
)

test('its policy lets scripts come from here alone, and the page ask nobody but this API and who signs people in', async () => {
  const policy = (await get('/dashboard')).headers.get('content-security-policy') ?? ''
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
  expect(directives.get('default-src')).toEqual(["'none'"])
  expect(directives.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
  expect(directives.get('connect-src')?.[0]).toBe("'self'")
  expect(directives.get('frame-ancestors')).toEqual(["'none'"])
})

test('what it loads is kept, and is at most 250 KB on the wire', async () => {
  const names = await listAssets()
  expect(names.length).toBeGreaterThan(2)
  const answers = await Promise.all(names.map((name) => get(`/dashboard/${name}`)))
  for (const { status, headers } of answers)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  const sizes = await Promise.all(answers.map(async (answer) => gzipSync(await answer.arrayBuffer()).length))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
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
