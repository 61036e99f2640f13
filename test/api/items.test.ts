import { makeError } from '../support/client'
import { createCompanyWithKey, useCustomer } from '../support/service'
import { chooseSize } from '../support/size'
import { noon } from '../support/table'

const { service, call } = useCustomer()

const bolt = { name: 'Bolt', sku: 'B-1' }
const create = async (fields: object = bolt) => (await call('POST', '/items', fields)).body

describe('create and get', () => {
  test('201 with the whole item, unset fields null, and its revision as ETag', async () => {
    const { status, headers, body } = await call('POST', '/items', { ...bolt, name: '  Cafe\u0301 bolt ', quantity: 3 })
    expect(status).toBe(201)
    expect(headers.get('etag')).toBe('"1"')
    expect(body).toEqual({
      id: expect.stringMatching(/^itm_[0-9A-Z]{26}$/),
      name: 'Café bolt',
      sku: 'B-1',
      quantity: 3,
      location: null,
      barcode: null,
      reorder_point: null,
      created_at: '2026-03-14T12:00:00.000Z',
      updated_at: '2026-03-14T12:00:00.000Z',
    })
    const got = await call('GET', `/items/${body.id}`)
    expect([got.status, got.headers.get('etag'), got.body]).toEqual([200, '"1"', body])
  })

  test('the largest quantity and zero are taken, as are optional fields that are null', async () => {
    expect(await create({ ...bolt, quantity: 2_147_483_647, reorder_point: 0, location: null })).toMatchObject({
      quantity: 2_147_483_647,
    })
    expect(await create({ name: 'Nut', sku: 'N', quantity: -0 })).toMatchObject({ quantity: 0 })
  })

  const positive = makeError('invalid_request', "The 'quantity' field must be a positive integer.", 'quantity')
  test.each<[string, unknown, object]>([
    ['a negative quantity, the spec’s own example', { ...bolt, quantity: -1 }, positive],
    ['a fractional quantity', { ...bolt, quantity: 1.5 }, positive],
    ['a textual quantity', { ...bolt, quantity: '5' }, positive],
    ['a quantity that is null', { ...bolt, quantity: null }, positive],
    ['a quantity beyond all integers', `{"name":"x","sku":"x","quantity":1e999}`, positive],
    [
      'a quantity too large',
      { ...bolt, quantity: 2_147_483_648 },
      makeError('invalid_request', "The 'quantity' field must be at most 2147483647.", 'quantity'),
    ],
    ['no name', { sku: 'B' }, makeError('invalid_request', "The 'name' field is required.", 'name')],
    ['no SKU', { name: 'B' }, makeError('invalid_request', "The 'sku' field is required.", 'sku')],
    [
      'a name of blanks',
      { ...bolt, name: ' \t ' },
      makeError('invalid_request', "The 'name' field must not be empty.", 'name'),
    ],
    [
      'a name that is a number',
      { ...bolt, name: 5 },
      makeError('invalid_request', "The 'name' field must be a string.", 'name'),
    ],
    [
      'a name too long',
      { ...bolt, name: 'x'.repeat(201) },
      makeError('invalid_request', "The 'name' field must be at most 200 characters long.", 'name'),
    ],
    [
      'a SKU too long',
      { ...bolt, sku: 'x'.repeat(101) },
      makeError('invalid_request', "The 'sku' field must be at most 100 characters long.", 'sku'),
    ],
    [
      'a control character',
      { ...bolt, barcode: 'a\u0000b' },
      makeError('invalid_request', "The 'barcode' field must not contain control characters.", 'barcode'),
    ],
    [
      'half a surrogate pair',
      '{"name":"\\ud800","sku":"x"}',
      makeError('invalid_request', "The 'name' field must be well-formed Unicode.", 'name'),
    ],
    [
      'a name that takes long to normalize',
      { ...bolt, name: `a${'\u0301\u0316'.repeat(100_000)}` },
      makeError('invalid_request', "The 'name' field must be at most 200 characters long.", 'name'),
    ],
    [
      'a character that stands for bytes that were none',
      { ...bolt, name: 'bad \ufffd' },
      makeError('invalid_request', "The 'name' field must be well-formed Unicode.", 'name'),
    ],
    [
      'an unknown field with an endless name',
      { ...bolt, ['k'.repeat(3_500_000)]: 1 },
      makeError('invalid_request', `The '${'k'.repeat(100)}…' field is not known.`, `${'k'.repeat(100)}…`),
    ],
    [
      'an unknown field',
      { ...bolt, colour: 'red' },
      makeError('invalid_request', "The 'colour' field is not known.", 'colour'),
    ],
    ['a field of ours', { ...bolt, id: 'itm_1' }, makeError('invalid_request', "The 'id' field is not known.", 'id')],
    [
      '__proto__',
      '{"name":"x","sku":"x","__proto__":{"quantity":1}}',
      makeError('invalid_request', "The '__proto__' field is not known.", '__proto__'),
    ],
    ['a list', [bolt], makeError('invalid_json', 'The request body must be a JSON object.')],
    ['null', 'null', makeError('invalid_json', 'The request body must be a JSON object.')],
    ['broken JSON', '{"name": "x"', makeError('invalid_json', 'The request body is not valid JSON.')],
    ['no body', '', makeError('invalid_json', 'The request body is not valid JSON.')],
  ])('400 for %s', async (_, body, expected) => {
    const answer = await call('POST', '/items', body)
    expect([answer.status, answer.body]).toEqual([400, expected])
    expect((await call('GET', '/items')).body.pagination.total).toBe(0)
  })

  test('200 characters are counted as code points', async () => {
    expect((await call('POST', '/items', { name: '🔩'.repeat(200), sku: '🔩' })).status).toBe(201)
  })

  test('a key must not be repeated', async () => {
    const { status, body } = await call('POST', '/items', '{"name":"Bolt","sku":"A","quantity":1,"quantity":100}')
    expect([status, body]).toEqual([
      400,
      makeError('invalid_request', "The 'quantity' field must not be repeated.", 'quantity'),
    ])
    expect((await call('GET', '/items')).body.pagination.total).toBe(0)
  })

  test('the content type must be JSON where there is a body, and is not missed where there is none', async () => {
    const text = await call('POST', '/items', bolt, { 'Content-Type': 'text/plain' })
    expect([text.status, text.body]).toEqual([
      400,
      makeError('invalid_content_type', "The 'Content-Type' header must be application/json.", 'Content-Type'),
    ])
    expect((await call('POST', '/items', bolt, { 'Content-Type': 'Application/JSON; charset=utf-8' })).status).toBe(201)
    expect((await call('GET', '/items', undefined, { 'Content-Type': 'text/plain' })).status).toBe(200)
  })

  test('many creates of one SKU at once: one 201, the others 400; another company takes it freely; case makes another SKU', async () => {
    const count = chooseSize({ quick: 20, thorough: 200 })
    const answers = await Promise.all(Array.from({ length: count }, () => call('POST', '/items', bolt)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(count - 1)
    for (const { body } of refused)
      expect(body).toEqual(makeError('sku_already_exists', "Another item has the SKU 'B-1'.", 'sku'))
    const other = await createCompanyWithKey(service)
    expect((await other.call('POST', '/items', bolt)).status).toBe(201)
    expect((await call('POST', '/items', { ...bolt, sku: 'b-1' })).status).toBe(201)
  })
})

describe('batch', () => {
  test('each row on its own, in order; of rows that share a SKU the first wins', async () => {
    const items = [
      { name: 'A', sku: 'S' },
      { name: 'B', sku: ' S ' },
      { name: 'C', sku: 'T', quantity: -1 },
      5,
      { name: 'D', sku: 'U' },
    ]
    const { status, body } = await call('POST', '/items/batch', { items })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { index: 0, status: 201, item: expect.objectContaining({ name: 'A', sku: 'S' }) },
      { index: 1, status: 400, ...makeError('sku_already_exists', "Another item has the SKU 'S'.", 'sku') },
      {
        index: 2,
        status: 400,
        ...makeError('invalid_request', "The 'quantity' field must be a positive integer.", 'quantity'),
      },
      { index: 3, status: 400, ...makeError('invalid_request', "The 'items[3]' field must be an object.", 'items[3]') },
      { index: 4, status: 201, item: expect.objectContaining({ sku: 'U' }) },
    ])
    expect((await call('GET', '/items')).body.pagination.total).toBe(2)
  })

  test.each<[string, unknown, string, string]>([
    [
      '101 rows',
      { items: Array(101).fill(bolt) },
      'limit_exceeded',
      'must have at most 100 rows; send the rest in another request',
    ],
    ['no row', { items: [] }, 'invalid_request', 'must not be empty'],
    ['no list', { items: {} }, 'invalid_request', 'must be a list'],
    ['nothing', {}, 'invalid_request', 'is required'],
  ])('400 for %s', async (_, body, code, predicate) => {
    const answer = await call('POST', '/items/batch', body)
    expect([answer.status, answer.body]).toEqual([400, makeError(code, `The 'items' field ${predicate}.`, 'items')])
  })
})

describe('update', () => {
  test('sets what is given, clears what is null, leaves the rest', async () => {
    const item = await create({ ...bolt, location: 'A', barcode: '1', reorder_point: 5 })
    service.setTime(noon + 1_000)
    const { status, headers, body } = await call('PUT', `/items/${item.id}`, { name: 'Nut', location: null })
    expect([status, headers.get('etag'), headers.get('warning')]).toEqual([200, '"2"', null])
    expect(body).toEqual({ ...item, name: 'Nut', location: null, updated_at: '2026-03-14T12:00:01.000Z' })
  })

  test('of the quantity answers with a warning', async () => {
    const item = await create({ ...bolt, quantity: 5 })
    const { headers, body } = await call('PUT', `/items/${item.id}`, { quantity: 4 })
    expect(headers.get('warning')).toBe('299 - "Use POST /transactions to change quantity"')
    expect(body.quantity).toBe(4)
  })

  test.each([
    ['an empty body', undefined],
    ['no field', {}],
    ['the same values', { name: 'Bolt', quantity: 0 }],
  ])('with %s changes nothing and writes nothing', async (_, body) => {
    const item = await create()
    const answer = await call('PUT', `/items/${item.id}`, body)
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('warning'), answer.body]).toEqual([
      200,
      '"1"',
      null,
      item,
    ])
  })

  test('to a SKU that is taken is refused; the old SKU is free after a change', async () => {
    const item = await create()
    await create({ name: 'Nut', sku: 'N-1' })
    const taken = await call('PUT', `/items/${item.id}`, { sku: 'N-1', name: 'Other' })
    expect([taken.status, taken.body]).toEqual([
      400,
      makeError('sku_already_exists', "Another item has the SKU 'N-1'.", 'sku'),
    ])
    expect((await call('GET', `/items/${item.id}`)).body).toEqual(item)
    await call('PUT', `/items/${item.id}`, { sku: 'B-2' })
    expect((await call('POST', '/items', bolt)).status).toBe(201)
  })

  test.each([
    ['null for the name', { name: null }, 'name', 'must be a string'],
    ['null for the quantity', { quantity: null }, 'quantity', 'must be a positive integer'],
    ['a negative reorder point', { reorder_point: -1 }, 'reorder_point', 'must be a positive integer'],
    ['an empty location', { location: '' }, 'location', 'must not be empty'],
  ])('400 for %s', async (_, body, field, predicate) => {
    const item = await create()
    const answer = await call('PUT', `/items/${item.id}`, body)
    expect([answer.status, answer.body]).toEqual([
      400,
      makeError('invalid_request', `The '${field}' field ${predicate}.`, field),
    ])
  })
})

describe('If-Match', () => {
  test.each(['"01"', '1', 'W/"1"', '"1", "2"', '""'])('%s is no ETag of ours', async (tag) => {
    const item = await create()
    const { status, body } = await call('DELETE', `/items/${item.id}`, undefined, { 'If-Match': tag })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', 'If-Match'])
  })

  test.each(['PUT', 'DELETE'])('makes a %s conditional', async (method) => {
    const item = await create()
    await call('PUT', `/items/${item.id}`, { name: 'Nut' })
    const body = method === 'PUT' ? { name: 'Late' } : undefined
    const stale = await call(method, `/items/${item.id}`, body, { 'If-Match': '"1"' })
    expect([stale.status, stale.body]).toEqual([
      400,
      makeError('version_conflict', 'The item has changed since: its revision is 2, not 1.'),
    ])
    const broken = await call(method, `/items/${item.id}`, body, { 'If-Match': 'two' })
    expect([broken.status, broken.body.error.code, broken.body.error.field]).toEqual([
      400,
      'invalid_request',
      'If-Match',
    ])
    expect((await call(method, `/items/${item.id}`, body, { 'If-Match': '"2"' })).status).toBe(
      method === 'PUT' ? 200 : 204,
    )
  })
})

test.each<[string, string, string, string | undefined]>([
  ['text', 'text/plain', 'invalid_content_type', 'Content-Type'],
  ['{', 'application/json', 'invalid_json', undefined],
  ['{"force":true}', 'application/json', 'invalid_request', 'force'],
  ['{"a":[{"b":1,"b":2}]}', 'application/json', 'invalid_request', 'a[0].b'],
])('a delete with the body %s of type %s is refused, and deletes nothing', async (body, type, code, field) => {
  const { id } = await create()
  const answer = await call('DELETE', `/items/${id}`, body, { 'Content-Type': type })
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
  expect((await call('GET', `/items/${id}`)).status).toBe(200)
})
