import type { IncomingMessage, ServerResponse } from 'node:http'
import * as inventory from '../../client'
import { version } from '../../client/package.json'
import { computeWait, wait } from '../../client/retry'
import { type Served, serve } from '../../local/serve'
import { failWith } from '../support/client'

const answerWith = (status: number, retryAfter?: string) => {
  const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
  return { status, headers, body: null }
}
const lost = new TypeError('fetch failed')
const item = { name: 'Tape', sku: 'TAPE-1' }

describe('how long it waits', () => {
  test.each([
    ['a lost answer', lost, 0],
    ['500', answerWith(500), 0],
    ['503 with Retry-After', answerWith(503, '7'), 7_000],
    ['429 with Retry-After', answerWith(429, '40'), 40_000],
    ['a Retry-After that is a date', answerWith(429, 'Sat, 14 Mar 2026 12:00:00 GMT'), 0],
  ])('%s: what the service says, and a random time below a bound that doubles', (_, outcome, afterMs) => {
    for (let attempt = 1; attempt < 8; attempt++) {
      const bound = Math.min(30_000, 250 * 2 ** attempt)
      const waits = Array.from({ length: 200 }, () => computeWait(outcome, attempt, {}) ?? Number.NaN)
      expect(waits.filter((ms) => !(ms >= afterMs && ms < afterMs + bound))).toEqual([])
      expect(new Set(waits).size).toBeGreaterThan(100)
    }
  })

  test('the options: attempts, the random time, and the longest Retry-After', () => {
    expect(computeWait(lost, 8, {})).toBeNull()
    expect(computeWait(lost, 2, { maxAttempts: 2 })).toBeNull()
    expect(computeWait(lost, 1, { maxAttempts: 1 })).toBeNull()
    expect(computeWait(lost, 20, { maxAttempts: 99, backoffMs: 0 })).toBe(0)
    expect(computeWait(answerWith(429, '65'), 1, { backoffMs: 0 })).toBe(65_000)
    expect(computeWait(answerWith(429, '66'), 1, {})).toBeNull()
    expect(computeWait(answerWith(429, '2'), 1, { maxWaitMs: 1_999 })).toBeNull()
  })

  test.each([200, 204, 400, 401, 403, 404, 409, 413, 422])('%i: it is not sent again', (status) => {
    expect(computeWait(answerWith(status, '1'), 1, {})).toBeNull()
  })

  test('a wait ends at once where the signal is aborted, before or during it', async () => {
    const reason = new Error('enough')
    await expect(wait(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = wait(3_600_000, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(wait(1, new AbortController().signal)).resolves.toBeUndefined()
  })
})

describe('requests to a server', () => {
  const requests: IncomingMessage[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let served: Served
  beforeAll(async () => {
    served = await serve((request, response) => {
      requests.push(request)
      answer(request, response)
    })
  })
  afterAll(() => served.stop())
  beforeEach(() => requests.splice(0))

  const open = (options: Partial<inventory.ClientOptions> = {}) => {
    const retry = { backoffMs: 1, maxAttempts: 3 }
    return inventory.createClient({ baseUrl: `${served.endpoint}/v1`, apiKey: 'sk_test_1', retry, ...options })
  }
  const reply = (status: number, body: unknown, headers = {}) => {
    answer = (_, response) => void response.writeHead(status, headers).end(JSON.stringify(body))
  }
  const header = (name: string) => requests.map(({ headers }) => headers[name])

  test('what is sent: path, query, key, user agent and type, and no key where there is none', async () => {
    reply(200, { data: [] })
    await open({ program: 'acme-erp/2.1' }).listItems({ search: 'a b&c', limit: 5 })
    await open({ apiKey: null }).createItem(item)
    expect(header('user-agent')).toEqual([`acme-erp/2.1 inventory-client/${version}`, `inventory-client/${version}`])
    expect(header('authorization')).toEqual(['Bearer sk_test_1', undefined])
    expect(header('content-type')).toEqual([undefined, 'application/json'])
    expect(header('idempotency-key')).toEqual([undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const query: object = { search: undefined, limit: 5 } // what is undefined is left out
    await open({ baseUrl: `${served.endpoint}/v1/` }).listItems(query)
    const lines = ['GET /v1/items?search=a+b%26c&limit=5', 'POST /v1/items', 'GET /v1/items?limit=5']
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(lines)
  })

  test('the limit of the day: its Retry-After is not waited for', async () => {
    reply(429, { error: { code: 'rate_limited', message: 'Later.' } }, { 'Retry-After': '3600' })
    const error = await failWith(open().listItems())
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: 3_600 })
    expect(requests).toHaveLength(1)
  })

  test('each retry is told, with its cause', async () => {
    const told: inventory.Retry[] = []
    const answers = [429, 503, 200]
    answer = (_, response) => void response.writeHead(answers.shift() ?? 0, { 'Retry-After': '0' }).end('{}')
    await open({ onRetry: (retry) => told.push(retry) }).getItem('itm_1')
    const retry = { method: 'GET', path: '/items/itm_1', error: null, waitMs: expect.any(Number) }
    expect(told).toEqual([
      { ...retry, attempt: 1, status: 429 },
      { ...retry, attempt: 2, status: 503 },
    ])
  })

  test.each<[string, typeof answer, reason?: string]>([
    ['never comes', () => undefined],
    ['begins, and never ends', (_, response) => void response.writeHead(200).write('{"id": ')],
    ['is a closed connection', (request) => void request.socket.destroy()],
    [
      'is a page of HTML',
      (_, response) => void response.end('<h1>Log in to the network</h1>'),
      'the answer is no JSON',
    ],
  ])('an answer that %s: a ConnectionError with the key of the change, after all attempts', async (...of) => {
    const [, silence, reason = '.'] = of
    answer = silence
    const error = await failWith(open({ timeoutMs: 200 }).createItem(item, { idempotencyKey: 'tape' }))
    expect(error).toBeInstanceOf(inventory.ConnectionError)
    const message = expect.stringMatching(`^No answer to POST /items after 3 attempts: .*${reason}`)
    expect(error).toMatchObject({ message, idempotencyKey: 'tape', cause: expect.any(Error) })
    expect(header('idempotency-key')).toEqual(['tape', 'tape', 'tape'])
  })

  test('a random key is in the error as well, and a read has none', async () => {
    answer = (request) => void request.socket.destroy()
    const error = await failWith(open({ retry: { maxAttempts: 1 } }).createItem(item))
    expect(error).toMatchObject({ idempotencyKey: header('idempotency-key')[0] })
    expect(await failWith(open({ retry: { maxAttempts: 1 } }).listItems())).toMatchObject({ idempotencyKey: null })
  })

  test('the timeout of a call comes before that of the client', async () => {
    answer = () => undefined
    const client = open({ timeoutMs: 3_600_000, retry: { maxAttempts: 1 } })
    expect(await failWith(client.getItem('itm_1', { timeoutMs: 10 }))).toBeInstanceOf(inventory.ConnectionError)
  })

  test('aborted while the answer is awaited: the reason of the signal, and no request more', async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    answer = () => controller.abort(reason)
    expect(await failWith(open().createItem(item, { signal: controller.signal }))).toBe(reason)
    expect(await failWith(open().listItems({}, { signal: controller.signal }))).toBe(reason)
    expect(requests).toHaveLength(1)
  })

  test('aborted while it waits for the next attempt: the same', async () => {
    const controller = new AbortController()
    reply(429, {}, { 'Retry-After': '60' })
    let sent = 0
    const onRetry = () => {
      sent = requests.length // whatever has arrived by then
      setImmediate(() => controller.abort())
    }
    const client = open({ onRetry, retry: { backoffMs: 3_600_000, maxAttempts: 3 } })
    expect(await failWith(client.getItem('itm_1', { signal: controller.signal }))).toMatchObject({ name: 'AbortError' })
    expect([sent > 0, requests.length]).toEqual([true, sent])
  })

  test.each([
    [400, 'invalid_request', inventory.ValidationError],
    [400, 'sku_already_exists', inventory.ConflictError],
    [401, 'unauthorized', inventory.UnauthorizedError],
    [403, 'plan_limit_reached', inventory.ForbiddenError],
    [404, 'item_not_found', inventory.NotFoundError],
    [429, 'rate_limited', inventory.RateLimitError],
    [500, 'internal_error', inventory.ServerError],
    [400, 'a_code_of_later', inventory.ApiError],
    [413, 'invalid_request', inventory.ApiError],
  ])('%i %s: an error of its kind, which is an ApiError as well', async (status, code, kind) => {
    reply(status, { error: { code, message: 'No.', field: 'sku' } }, { 'X-Request-Id': 'r-1' })
    const error = await failWith(open({ retry: { backoffMs: 0, maxAttempts: 2, maxWaitMs: 0 } }).createItem(item))
    expect(error).toBeInstanceOf(inventory.ApiError)
    expect(Object.getPrototypeOf(error)).toBe(kind.prototype)
    const told = { status, code, field: 'sku', requestId: 'r-1', message: `No. (${status} ${code})` }
    expect(error).toMatchObject({ name: 'ApiError', ...told })
    expect(requests).toHaveLength([429, 500].includes(status) ? 2 : 1)
  })

  test.each([
    ...['{"error":"Not Found"}', '{"message":"Not Found"}', '"Not Found"', 'null'].map(
      (text) => [404, text, 1] as const,
    ),
    [502, '<h1>Bad gateway</h1>', 3],
  ] as const)('%i with %s: an ApiError without a code, after so many attempts: %i', async (status, text, attempts) => {
    answer = (_, response) => void response.writeHead(status).end(text)
    const error = await failWith(open().createItem(item))
    expect(Object.getPrototypeOf(error)).toBe(inventory.ApiError.prototype)
    const message = `The answer has status ${status} and no error.`
    expect(error).toMatchObject({ message, status, code: 'unknown', field: null })
    expect(requests).toHaveLength(attempts)
  })

  const noKey = 'the API key is missing: it is a text, or null to send none'
  const noUrl = 'the base URL must be one such as https://api.example.com/v1'
  // The names: a class of the runtime is another one in a test file.
  test.each<[string, object, message?: string]>([
    ['no key', { apiKey: undefined }, noKey],
    ['an empty key', { apiKey: '' }, noKey],
    ['a key with a line break', { apiKey: 'secret\n1' }],
    ['no base URL', { baseUrl: undefined }, noUrl],
    ['no scheme', { baseUrl: 'api.example.com/v1' }],
    ['no protocol of the web', { baseUrl: 'localhost:4000/v1' }],
    ['a password', { baseUrl: 'http://user:secret@127.0.0.1/v1' }],
    ['no version', { baseUrl: 'https://api.example.com' }, 'the base URL must end in the version, such as https://api'],
    ['a path', { baseUrl: 'https://api.example.com/v1/items' }, 'the base URL must end in the version'],
    ['a query', { baseUrl: 'https://api.example.com/v1?x=1' }, 'the base URL must end in the version'],
  ])('%s: a TypeError at once that says what to do, and shows no secret', (_, options, message = '') => {
    expect(() => open(options)).toThrow(expect.objectContaining({ name: 'TypeError' }))
    expect(() => open(options)).toThrow(message)
    expect(() => open(options)).not.toThrow('secret')
  })

  test('a body that cannot become JSON: a TypeError, and no request', async () => {
    const quantity = 1n as unknown as number
    expect(await failWith(open().createItem({ ...item, quantity }))).toMatchObject({ name: 'TypeError' })
    expect(requests).toHaveLength(0)
  })
})
