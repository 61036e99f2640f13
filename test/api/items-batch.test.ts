import { makeError } from '../support/client'
import { createItem } from '../support/items'
import { useCustomer } from '../support/service'

const { call, client } = useCustomer()

type Row = { status: number; item?: { id: string; sku: string; name: string }; error?: { code: string } }
const batch = async (items: object[], headers = {}) => {
  const { body } = await call('POST', '/items/batch', { items } as never, headers)
  return Object(body).data as Row[]
}
/** The status of each row, and its item or its error. */
const batchAndShow = async (...sent: Parameters<typeof batch>) =>
  (await batch(...sent)).map(({ status, item, error }) => [status, item ?? error])

test('each row on its own, in order; of rows that share a SKU the first wins', async () => {
  const items = [
    { name: 'A', sku: 'S' },
    { name: 'B', sku: ' S ' },
    { name: 'C', sku: 'T', quantity: -1 },
    5,
    { name: 'D', sku: 'U' },
  ]
  const noQuantity = "The 'quantity' field must be a positive integer."
  const { status, body } = await call('POST', '/items/batch', { items })
  expect(status).toBe(200)
  expect(body.data).toEqual([
    { index: 0, status: 201, item: expect.objectContaining({ name: 'A', sku: 'S' }) },
    { index: 1, status: 400, ...makeError('sku_already_exists', "Another item has the SKU 'S'.", 'sku') },
    { index: 2, status: 400, ...makeError('invalid_request', noQuantity, 'quantity') },
    { index: 3, status: 400, ...makeError('invalid_request', "The 'items[3]' field must be an object.", 'items[3]') },
    { index: 4, status: 201, item: expect.objectContaining({ sku: 'U' }) },
  ])
  expect((await call('GET', '/items')).body.pagination.total).toBe(2)
})

describe('rows of a batch that have an id', () => {
  test('change that item, beside rows that create', async () => {
    const { id } = await createItem(client, 'A', { quantity: 1 })
    const rows = await batch([
      { id, quantity: 5 },
      { name: 'B', sku: 'B' },
      { id: 'itm_none', quantity: 1 },
      { id, revision: 1, name: 'C' },
    ])
    const told = rows.map(({ status, item, error }) => `${status} ${item?.sku ?? error?.code}`)
    expect(told).toEqual(['200 A', '201 B', '404 item_not_found', '400 version_conflict'])
  })

  test('are refused, each on its own, where the id is empty or too long for one', async () => {
    const ids = ['', ' ', 'x'.repeat(101), 'x'.repeat(5_000)]
    const rows = await batch([...ids.map((id) => ({ id, sku: 'B' })), { name: 'A', sku: 'A' }])
    expect(rows.map(({ status }) => status)).toEqual([400, 400, 400, 400, 201])
    expect(rows[0]?.error).toMatchObject({ code: 'invalid_request', field: 'id' })
  })

  test('have one effect, however often they are sent', async () => {
    const { id } = await createItem(client, 'A', { quantity: 1 })
    const key = { 'Idempotency-Key': 'batch' }
    const first = await batch([{ id, quantity: 5 }], key)
    await call('PUT', `/items/${id}`, { quantity: 9 })
    expect(await batch([{ id, quantity: 5 }], key)).toEqual(first)
    expect((await call('GET', `/items/${id}` as '/items/{id}')).body.quantity).toBe(9)
  })

  test('run in order where they are of one item or SKU; a SKU that one frees is free for later ones alone', async () => {
    const c = await createItem(client, 'C-1')
    const ofOne = await batch([
      { id: c.id, sku: 'C-2' },
      { name: 'New', sku: 'C-2' },
      { id: c.id, quantity: 3 },
    ])
    expect(ofOne.map(({ status }) => status)).toEqual([200, 400, 200])
    const [a, b] = [await createItem(client, 'A'), await createItem(client, 'B')]
    const rows = await batch([
      { name: 'New', sku: 'B' },
      { id: b.id, sku: 'C' },
      { id: a.id, sku: 'B' },
      { name: 'New', sku: 'A' },
    ])
    expect(rows.map(({ status }) => status)).toEqual([400, 200, 200, 201])
  })
})

describe('rows of a batch with deleted', () => {
  test('move the item to trash, once, and free its SKU for the rows after it', async () => {
    const { id } = await createItem(client, 'A', { quantity: 3 })
    const key = { 'Idempotency-Key': 'deletes' }
    const rows = [
      { name: 'Too early', sku: 'A' },
      { id, deleted: true },
      { name: 'New', sku: 'A' },
      { id, deleted: true },
    ]
    const first = await batch(rows, key)
    expect(first.map(({ status, error }) => error?.code ?? status)).toEqual([
      'sku_already_exists',
      204,
      201,
      'item_not_found',
    ])
    expect(first[1]).toEqual({ index: 1, status: 204 })
    expect((await batch(rows, key))[1]).toEqual({ index: 1, status: 204 })
    expect((await call('GET', '/trash')).body.data).toMatchObject([{ id, quantity: 3 }])
  })

  test('are refused, each on its own, where they are of an older revision, or say something else', async () => {
    const { id } = await createItem(client, 'A')
    await call('PUT', `/items/${id}`, { name: 'B' })
    const rows = [
      { id, revision: 1, deleted: true },
      { id, deleted: false },
      { id, deleted: true, name: 'C' },
      { deleted: true },
    ]
    const told = (await batch(rows)).map(({ error }) => [error?.code, Object(error).field])
    expect(told).toEqual([
      ['version_conflict', undefined],
      ['invalid_request', 'deleted'],
      ['invalid_request', 'name'],
      ['invalid_request', 'name'],
    ])
    expect(await batch([{ id, revision: 2, deleted: true }])).toEqual([{ index: 0, status: 204 }])
  })
})

describe('rows of a batch with upsert', () => {
  test('make the item that has no SKU yet, and change the one that has it: only what is given', async () => {
    const row = { sku: 'A', name: 'Bolt', quantity: 5, location: 'B', upsert: true }
    expect(await batchAndShow([row])).toEqual([
      [201, expect.objectContaining({ name: 'Bolt', quantity: 5, location: 'B' })],
    ])
    const changed = expect.objectContaining({ name: 'Nut', quantity: 5, location: null })
    expect(await batchAndShow([{ sku: 'A', name: 'Nut', location: null, upsert: true }])).toEqual([[200, changed]])
    expect(await batchAndShow([{ sku: 'A', upsert: true }])).toEqual([[200, changed]])
    expect((await call('GET', '/items')).body.pagination.total).toBe(1)
  })

  test('need what a new item needs where they make one, and no more where they change one', async () => {
    const missing = (field: string) => expect.objectContaining({ code: 'invalid_request', field })
    const rows = [{ sku: 'A' }, { name: 'A' }, { sku: 'A', name: 'A', quantity: -1 }, { sku: 'A', id: 'itm_1' }]
    expect(await batchAndShow(rows.map((row) => ({ ...row, upsert: true })))).toEqual([
      [400, missing('name')],
      [400, missing('sku')],
      [400, missing('quantity')],
      [400, missing('upsert')],
    ])
    expect(await batchAndShow([{ sku: 'A', name: 'A', upsert: false }])).toEqual([[400, missing('upsert')]])
  })

  test('run in order with rows that name the item otherwise, and again with the SKU that another has freed', async () => {
    const { id } = await createItem(client, 'A')
    const rows = await batchAndShow([
      { sku: 'A', name: 'First', upsert: true },
      { id, name: 'Second', sku: 'B' },
      { sku: 'A', name: 'New', upsert: true },
      { sku: 'B', quantity: 7, upsert: true },
      { id, name: 'Last' },
    ])
    expect(rows.map(([status, item]) => [status, Object(item).id === id, Object(item).name])).toEqual([
      [200, true, 'First'],
      [200, true, 'Second'],
      [201, false, 'New'],
      [200, true, 'Second'],
      [200, true, 'Last'],
    ])
  })

  test('of one new SKU, sent at once, make one item', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `Name ${number}`)
    const answers = await Promise.all(names.map((name) => batchAndShow([{ sku: 'A', name, upsert: true }])))
    expect(answers.map(([row]) => row?.[0]).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect((await call('GET', '/items')).body.pagination.total).toBe(1)
  })
})
