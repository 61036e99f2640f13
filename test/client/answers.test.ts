import { Webhook } from 'standardwebhooks'
import * as inventory from '../../client'
import { failWith } from '../support/client'
import { createCompanyWithKey, useCustomer } from '../support/service'

const { service, client } = useCustomer()

const tape = { name: 'Tape', sku: 'TAPE-1' }

describe('what the answer says besides its body', () => {
  test('status, request id and revision; the same request under its key is replayed', async () => {
    const create = () => client.createItem(tape, { idempotencyKey: 'tape' })
    const [first, again] = [await create(), await create()]
    expect(again).toEqual(first)
    const { headers, ...details } = inventory.getAnswer(first)
    expect(details).toEqual({ status: 201, requestId: expect.any(String), etag: '"1"', isReplayed: false })
    expect(headers.get('x-request-id')).toBe(details.requestId)
    expect(inventory.getAnswer(again)).toMatchObject({ etag: '"1"', isReplayed: true })
    expect(inventory.getAnswer(await client.listItems())).toMatchObject({ status: 200, etag: null })
  })

  test('ifMatch: the revision that was read is changed, one that is stale is not', async () => {
    const item = await client.createItem(tape)
    const ifMatch = inventory.getAnswer(item).etag ?? ''
    const changed = await client.updateItem(item.id, { location: 'A1' }, { ifMatch })
    expect([changed.location, inventory.getAnswer(changed).etag]).toEqual(['A1', '"2"'])
    const error = await failWith(client.updateItem(item.id, { location: 'B2' }, { ifMatch }))
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'version_conflict' })
    expect(await failWith(client.deleteItem(item.id, { ifMatch }))).toMatchObject({ code: 'version_conflict' })
    expect(await client.getItem(item.id)).toEqual(changed)
  })

  test('an object that no method returned has none', () => {
    expect(() => inventory.getAnswer({})).toThrow(TypeError)
  })
})

describe('errors', () => {
  test('a refusal: its status, code, field, message and request; what has no field; what the key may not do', async () => {
    const error = await failWith(client.createItem({ ...tape, quantity: -1 }))
    expect(error).toBeInstanceOf(inventory.ApiError)
    const message = "The 'quantity' field must be a positive integer. (400 invalid_request)"
    const told = { status: 400, code: 'invalid_request', field: 'quantity', message, retryAfterSeconds: null }
    expect(error).toMatchObject({ ...told, requestId: expect.stringMatching(/./) })
    const unknown = `itm_${'0'.repeat(26)}`
    expect(await failWith(client.getItem(unknown))).toMatchObject({ status: 404, code: 'item_not_found', field: null })
    const keyless = inventory.createClient({ baseUrl: service.baseUrl, apiKey: null })
    expect(await failWith(keyless.listItems())).toMatchObject({ status: 401, code: 'unauthorized' })
    const { client: reader } = await createCompanyWithKey(service, 'starter', ['read'])
    expect(await failWith(reader.createItem(tape))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each(['', '..', 'a/b', 'itm_1?limit=1'])('%p is not an id, and nothing is sent', async (id) => {
    const sent = jest.fn()
    const client = inventory.createClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: null, fetch: sent })
    expect(await failWith(client.getItem(id))).toBeInstanceOf(TypeError)
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('items.upsert', () => {
  test('makes the item, then changes what is given of it', async () => {
    const made = await client.items.upsert({ ...tape, quantity: 4, location: 'A1' })
    const changed = await client.items.upsert({ sku: tape.sku, location: null })
    expect(changed).toMatchObject({ id: made.id, name: 'Tape', quantity: 4, location: null })
    expect([inventory.getAnswer(made).status, (await client.listAudit()).pagination.total]).toEqual([201, 2])
  })

  test('of a row that is refused, it throws the error; of several rows, each has its own', async () => {
    const error = await failWith(client.items.upsert({ sku: 'NEW-1' }))
    expect(error).toBeInstanceOf(inventory.ValidationError)
    expect(error).toMatchObject({ status: 400, code: 'invalid_request', requestId: expect.any(String) })
    const { data } = await client.items.upsert([tape, { sku: 'NEW-1' }])
    expect(data).toMatchObject([{ status: 201, item: { sku: 'TAPE-1' } }, { error: { code: 'invalid_request' } }])
  })

  test('a row that is refused for now is sent again, under the same key', async () => {
    const requests: Request[] = []
    const busy = { index: 0, status: 429, error: { code: 'resource_busy', message: 'Others change it.' } }
    const rows: object[] = [busy, busy, { index: 0, status: 200, item: tape }]
    const answer: typeof fetch = async (url, init) => {
      requests.push(new Request(url, init))
      return Response.json({ data: [rows.shift()] })
    }
    const access = { baseUrl: 'http://127.0.0.1/v1', apiKey: null, fetch: answer }
    const client = inventory.createClient({ ...access, retry: { backoffMs: 1 } })
    expect(await client.items.upsert(tape)).toMatchObject(tape)
    const keys = new Set(requests.map(({ headers }) => headers.get('idempotency-key')))
    expect([requests.length, keys.size]).toEqual([3, 1])
    rows.push(busy, busy)
    const impatient = inventory.createClient({ ...access, retry: { backoffMs: 1, maxAttempts: 2 } })
    expect(await failWith(impatient.items.upsert(tape))).toBeInstanceOf(inventory.RateLimitError)
  })
})

// The vector that the specification Standard Webhooks publishes, and its reference library.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const at = 1_614_265_330
const body = '{"test": 2432232314}'
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature }
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const inTime = { now: () => at * 1_000 } satisfies inventory.VerifyOptions

type Told = { body?: string | Uint8Array | ArrayBuffer; headers?: inventory.WebhookHeaders; secret?: string | string[] }

function verify(request: Told = {}, options: inventory.VerifyOptions = inTime) {
  const given = { body, headers, secret, ...request }
  return inventory.verifyWebhook(given.body, given.headers, given.secret, options)
}

async function findReason(request: Told, options?: inventory.VerifyOptions): Promise<string> {
  const error = await verify(request, options).catch((error: unknown) => error)
  if (!(error instanceof inventory.WebhookVerificationError)) throw new Error(`verified, or another error: ${error}`)
  expect([error.name, error.message]).toEqual(['WebhookVerificationError', expect.stringMatching(/\w\.$/)])
  return error.reason
}

test('the published vector is verified, as text and as bytes', async () => {
  const event = { test: 2_432_232_314 }
  const bytes = new TextEncoder().encode(body)
  expect(await verify()).toEqual(event)
  expect(await verify({ body: bytes })).toEqual(event)
  expect(await verify({ body: Buffer.from(body) })).toEqual(event)
  expect(await verify({ body: bytes.buffer })).toEqual(event)
})

test('headers: an object in any case, with lists, a Headers object, a Map', async () => {
  const ids = { 'Webhook-Id': id, 'WEBHOOK-TIMESTAMP': String(at) }
  const raised = { ...ids, 'webhook-Signature': [signature], host: undefined }
  for (const given of [raised, new Headers(headers), new Map(Object.entries(headers))])
    expect(await verify({ headers: given })).toEqual({ test: 2_432_232_314 })
})

test('what the reference library signs is verified now, whatever its letters', async () => {
  const text = JSON.stringify({ type: 'item.created', data: { object: { name: 'Ø · 漢字 · 🔦' } } })
  const sent = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }
  const signed = new Webhook(secret).sign('evt_1', new Date(), text)
  const event = await inventory.verifyWebhook(text, { ...sent, 'webhook-signature': signed }, secret)
  expect(event).toEqual(JSON.parse(text))
})

test('several signatures in one header, and several secrets: one that matches is enough', async () => {
  const several = `v1,${'A'.repeat(43)}= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== ${signature}`
  await verify({ headers: { ...headers, 'webhook-signature': several } })
  await verify({ secret: [other, secret] })
  await verify({ headers: { ...headers, 'webhook-signature': several }, secret: [secret, other] })
  expect(await findReason({ secret: [other] })).toBe('signature')
})

test('a header of a megabyte of spaces is read in one pass', async () => {
  const spaces = ' '.repeat(1_000_000)
  await verify({ headers: { ...headers, 'webhook-signature': `v1,AAAA${spaces}${signature}` } })
  await verify({ headers: { ...headers, 'webhook-signature': `${signature} v1,AAAA${spaces}x` } })
})

test.each([
  ['another body', { body: '{"test": 2432232315}' }],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }],
  ['another time', { headers: { ...headers, 'webhook-timestamp': String(at + 1) } }],
  ['another secret', { secret: other }],
  ['a signature that is cut', { headers: { ...headers, 'webhook-signature': signature.slice(0, 20) } }],
  ['a signature that is no base64', { headers: { ...headers, 'webhook-signature': 'v1,***' } }],
  ['an empty signature', { headers: { ...headers, 'webhook-signature': 'v1,' } }],
  ['another version', { headers: { ...headers, 'webhook-signature': signature.replace('v1', 'v2') } }],
])('%s: no signature matches', async (_, request) => {
  expect(await findReason(request)).toBe('signature')
})

test.each(Object.keys(headers))('without %s, or with an empty one, it is missing', async (name) => {
  expect(await findReason({ headers: { ...headers, [name]: undefined } })).toBe('missing_header')
  expect(await findReason({ headers: new Headers({ ...headers, [name]: '' }) })).toBe('missing_header')
})

test.each([
  [300, 0, null],
  [301, 0, 'too_old'],
  [-300, 999, null],
  [-302, 0, 'too_new'],
])('%i s and %i ms later: %s', async (seconds, milliseconds, reason) => {
  const now = () => (at + seconds) * 1_000 + milliseconds
  if (reason === null) await verify({}, { now })
  else expect(await findReason({}, { now })).toBe(reason)
})

test('the age is that of the clock, and what it may be can be chosen', async () => {
  expect(await findReason({}, {})).toBe('too_old')
  expect(await findReason({}, { now: () => (at + 11) * 1_000, toleranceSeconds: 10 })).toBe('too_old')
  await verify({}, { toleranceSeconds: Number.POSITIVE_INFINITY })
})

test.each(['', '1e9', '-5', ' 1614265330', '1614265330.5', 'now'])('%p is no time', async (timestamp) => {
  const given = { ...headers, 'webhook-timestamp': timestamp }
  expect(['timestamp', 'missing_header']).toContain(await findReason({ headers: given }))
})

const wrong = ['', secret.slice('whsec_'.length), 'whsec_', 'whsec_***', 'whsec_c2hvcnQ=', [], [secret, 'x']]
test.each(wrong.map((given) => [given]))('%j is no secret, and the error does not show it', async (given) => {
  expect(await findReason({ secret: given })).toBe('secret')
  const { message } = await verify({ secret: given }).catch((error) => error)
  expect(message).not.toContain('c2hvcnQ')
})

test('a secret that is missing, and a body that was parsed, are told apart', async () => {
  const env: { [name: string]: string } = {}
  expect(await findReason({ secret: [env.SECRET as never] })).toBe('secret')
  expect(await findReason({ body: JSON.parse(body) })).toBe('body')
})

test('a body that is no JSON', async () => {
  const sign = (text: string) => new Webhook(secret).sign(id, new Date(at * 1_000), text)
  expect(await findReason({ body: 'no', headers: { ...headers, 'webhook-signature': sign('no') } })).toBe('body')
})
