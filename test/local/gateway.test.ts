import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { newCompany, startTestService, type TestService } from '../../testing/service'

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

test('a client that hangs up amid its body, or speaks no HTTP, harms nobody', async () => {
  const { hostname, port } = new URL(service.baseUrl)
  const open = async (text: string) => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const interrupted = await open('POST /v1/items HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na')
  interrupted.destroy()
  const garbled = await open('GET \xff\xff\r\n\r\n')
  const [answer] = await once(garbled, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*x-request-id: [\s\S]*"code":"invalid_request"/)
  expect(await get('/v1/items')).toBe(200)
})

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
  ['/_local/docs/constructor', 404],
])('%s is answered with %i', async (path, status) => {
  expect(await get(path)).toBe(status)
})

test('a request line beyond what the server takes is a 400 like any other', async () => {
  expect(await get(`/v1/items?search=${'x'.repeat(20_000)}`)).toBe(400)
})
