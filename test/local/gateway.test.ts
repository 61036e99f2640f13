import { once } from 'node:events'
import { request } from 'node:http'
import { newCompany, startTestService, type TestService } from '../support/service'

let service: TestService
let secret: string
beforeAll(async () => {
  service = await startTestService()
  secret = (await newCompany(service)).secret
})
afterAll(() => service.stop())

/** Sends the path as it stands: fetch would tidy it up. */
async function get(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(service.baseUrl)
  const sent = request({ hostname, port, path, headers: { Authorization: `Bearer ${secret}` } }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

test.each([
  ['//', 404],
  ['/v1', 404],
  ['/v1//', 404],
  ['/v1/items//', 404],
  ['/v1/items/../trash', 404],
  ['/v1/items/%', 404],
  ['/v1/items/%E0%A4%A', 404],
  ['/v1/items?limit=%', 400],
  ['/v1/items?%E0%A4%A=1', 400],
  ['/v1/items?search=a+b', 200],
  ['/v1/items?search=a?b', 200],
  ['http://elsewhere/v1/items', 404],
  ['/nothing', 404],
])('%s is answered with %i', async (path, status) => {
  expect(await get(path)).toBe(status)
})
