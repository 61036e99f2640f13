import {
  type Body,
  type Client,
  error,
  newCompany,
  newKey,
  startTestService,
  type TestService,
} from '../../testing/service'
import { noon } from '../../testing/table'

let service: TestService
let call: Client
let companyId: string
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.setTime(noon)
  const made = await newCompany(service)
  call = made.call
  companyId = made.company.id
})

const addItem = async (sku: string, quantity = 0) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, quantity })).body

describe('create', () => {
  test('201 with the whole record', async () => {
    const item = await addItem('A', 10)
    const { status, body, headers } = await call('POST', '/transactions', {
      type: 'issue',
      sku: 'A',
      quantity: 4,
      reason: 'sale',
      reference: 'INV-1',
      note: 'By courier',
      occurred_at: '2026-03-14T12:30:00+02:00',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^txn_[0-9A-Z]{28}$/),
      type: 'issue',
      item_id: item.id,
      sku: 'A',
      name: 'Item A',
      sequence: 2,
      quantity_change: -4,
      quantity_before: 10,
      quantity_after: 6,
      reason: 'sale',
      reference: 'INV-1',
      note: 'By courier',
      order_id: null,
      line_item_id: null,
      receipt_id: null,
      reversal_of: null,
      reversed_by: null,
      user_id: 'usr_1',
      api_key_id: expect.stringMatching(/^key_/),
      request_id: headers.get('x-request-id'),
      occurred_at: '2026-03-14T10:30:00.000Z',
      created_at: '2026-03-14T12:00:00.001Z',
    })
    expect((await call('GET', `/transactions/${body.id}`)).body).toEqual(body)
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(6)
  })

  test('several rows, all or none, answered in their order', async () => {
    const item = await addItem('A', 10)
    const rows = [
      { type: 'issue', sku: 'A', quantity: 10 },
      { type: 'return', item_id: item.id, quantity: 1 },
      { type: 'adjust', sku: 'A', quantity: -1 },
      { type: 'count', sku: 'A', quantity: 0 },
    ]
    const { status, body } = await call('POST', '/transactions', { transactions: rows })
    expect(status).toBe(201)
    expect(body.data.map((row) => [row.type, row.sequence, row.quantity_change, row.quantity_after])).toEqual([
      ['issue', 2, -10, 0],
      ['return', 3, 1, 1],
      ['adjust', 4, -1, 0],
      ['count', 5, 0, 0],
    ])
    const refused = await call('POST', '/transactions', { transactions: [{ ...rows[1] }, { ...rows[0], quantity: 2 }] })
    expect([refused.status, refused.body]).toEqual([
      400,
      error('insufficient_stock', 'Not enough stock: 1 available, 2 wanted.', 'transactions[1].quantity'),
    ])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(0)
  })

  test('a dry run answers 200 with what would be, and changes nothing', async () => {
    const item = await addItem('A', 10)
    const { status, body } = await call('POST', '/transactions', {
      type: 'count',
      sku: 'A',
      quantity: 4,
      dry_run: true,
    })
    expect([status, body.id, body.quantity_after]).toEqual([200, null, 4])
    const many = { transactions: [{ type: 'issue', sku: 'A', quantity: 11 }], dry_run: true }
    expect((await call('POST', '/transactions', many)).body.error.code).toBe('insufficient_stock')
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
    expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
  })

  test('an item’s first quantity and a PUT of its quantity are ledger rows, too', async () => {
    const item = await addItem('A', 10)
    await call('PUT', `/items/${item.id}`, { quantity: 3 })
    const { data } = (await call('GET', `/transactions?item_id=${item.id}`)).body
    expect(data.map((row) => [row.type, row.sequence, row.quantity_change])).toEqual([
      ['direct_update', 2, -7],
      ['initial', 1, 10],
    ])
  })
})

test('1 000 issues of 1 from several keys at once, of a stock of 100: 100 succeed, 900 are refused', async () => {
  const { id } = await addItem('A', 100)
  const keys = await Promise.all(Array.from({ length: 4 }, () => newKey(service, companyId, 'enterprise')))
  const issue = (index: number) =>
    (keys[index % 4]?.call ?? call)('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 })
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => issue(index)))
  const told = (status: number) => answers.filter((answer) => answer.status === status)
  expect([told(201).length, told(400).length]).toEqual([100, 900])
  expect(new Set(told(400).map(({ body }) => body.error.code))).toEqual(new Set(['insufficient_stock']))
  expect((await call('GET', `/items/${id}/verify`)).body).toEqual({
    item_id: id,
    quantity: 0,
    ledger_total: 0,
    transactions: 101,
    consistent: true,
  })
  const pages = await Promise.all(
    [0, 100].map((offset) => call('GET', `/transactions?item_id=${id}&limit=100&offset=${offset}`)),
  )
  const ledger: Body[] = pages.flatMap(({ body }) => body.data).reverse()
  expect(ledger.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 101 }, (_, index) => index + 1))
  expect(ledger.every((row, index) => row.quantity_before === (ledger[index - 1]?.quantity_after ?? 0))).toBe(true)
}, 60_000)
