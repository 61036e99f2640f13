import { ApiError, createClient, getAnswer, RateLimitError, ValidationError } from '../../client'
import { failWith } from '../support/client'
import { createCompanyWithKey, useCustomer } from '../support/service'

const { service, client } = useCustomer()

const tape = { name: 'Tape', sku: 'TAPE-1' }

describe('what the answer says besides its body', () => {
  test('status, request id and revision; the same request under its key is replayed', async () => {
    const create = () => client.createItem(tape, { idempotencyKey: 'tape' })
    const [first, again] = [await create(), await create()]
    expect(again).toEqual(first)
    const { headers, ...details } = getAnswer(first)
    expect(details).toEqual({ status: 201, requestId: expect.any(String), etag: '"1"', isReplayed: false })
    expect(headers.get('x-request-id')).toBe(details.requestId)
    expect(getAnswer(again)).toMatchObject({ etag: '"1"', isReplayed: true })
    expect(getAnswer(await client.listItems())).toMatchObject({ status: 200, etag: null })
  })

  test('ifMatch: the revision that was read is changed, one that is stale is not', async () => {
    const item = await client.createItem(tape)
    const ifMatch = getAnswer(item).etag ?? ''
    const changed = await client.updateItem(item.id, { location: 'A1' }, { ifMatch })
    expect([changed.location, getAnswer(changed).etag]).toEqual(['A1', '"2"'])
    const error = await failWith(client.updateItem(item.id, { location: 'B2' }, { ifMatch }))
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'version_conflict' })
    expect(await failWith(client.deleteItem(item.id, { ifMatch }))).toMatchObject({ code: 'version_conflict' })
    expect(await client.getItem(item.id)).toEqual(changed)
  })

  test('an object that no method returned has none', () => {
    expect(() => getAnswer({})).toThrow(TypeError)
  })
})

describe('errors', () => {
  test('a refusal: its status, code, field, message and request; what has no field; what the key may not do', async () => {
    const error = await failWith(client.createItem({ ...tape, quantity: -1 }))
    expect(error).toBeInstanceOf(ApiError)
    const message = "The 'quantity' field must be a positive integer. (400 invalid_request)"
    const told = { status: 400, code: 'invalid_request', field: 'quantity', message, retryAfterSeconds: null }
    expect(error).toMatchObject({ ...told, requestId: expect.stringMatching(/./) })
    const unknown = `itm_${'0'.repeat(26)}`
    expect(await failWith(client.getItem(unknown))).toMatchObject({ status: 404, code: 'item_not_found', field: null })
    const keyless = createClient({ baseUrl: service.baseUrl, apiKey: null })
    expect(await failWith(keyless.listItems())).toMatchObject({ status: 401, code: 'unauthorized' })
    const { client: reader } = await createCompanyWithKey(service, 'starter', ['read'])
    expect(await failWith(reader.createItem(tape))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each(['', '..', 'a/b', 'itm_1?limit=1'])('%p is not an id, and nothing is sent', async (id) => {
    const sent = jest.fn()
    const client = createClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: null, fetch: sent })
    expect(await failWith(client.getItem(id))).toBeInstanceOf(TypeError)
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('items.upsert', () => {
  test('makes the item, then changes what is given of it', async () => {
    const made = await client.items.upsert({ ...tape, quantity: 4, location: 'A1' })
    const changed = await client.items.upsert({ sku: tape.sku, location: null })
    expect(changed).toMatchObject({ id: made.id, name: 'Tape', quantity: 4, location: null })
    expect([getAnswer(made).status, (await client.listAudit()).pagination.total]).toEqual([201, 2])
  })

  test('of a row that is refused, it throws the error; of several rows, each has its own', async () => {
    const error = await failWith(client.items.upsert({ sku: 'NEW-1' }))
    expect(error).toBeInstanceOf(ValidationError)
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
    const client = createClient({ ...access, retry: { backoffMs: 1 } })
    expect(await client.items.upsert(tape)).toMatchObject(tape)
    const keys = new Set(requests.map(({ headers }) => headers.get('idempotency-key')))
    expect([requests.length, keys.size]).toEqual([3, 1])
    rows.push(busy, busy)
    const impatient = createClient({ ...access, retry: { backoffMs: 1, maxAttempts: 2 } })
    expect(await failWith(impatient.items.upsert(tape))).toBeInstanceOf(RateLimitError)
  })
})
