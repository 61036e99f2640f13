import { makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { unknownIds } from '../support/requests/ids'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem } = actOnItems(client)

describe('create', () => {
  test('201 with the whole record', async () => {
    const item = await stockItem('A', 10)
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
    const item = await stockItem('A', 10)
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
      makeError('insufficient_stock', 'Not enough stock: 1 available, 2 wanted.', 'transactions[1].quantity'),
    ])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(0)
  })

  test('a dry run answers 200 with what would be, and changes nothing', async () => {
    const item = await stockItem('A', 10)
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
})

describe('a transaction that is refused', () => {
  // What a request alone tells, test/http/refused-bodies.test.ts has.
  const issue = { type: 'issue', sku: 'A', quantity: 1 }
  const conflict = "The quantity of 'A' is 10, not 9."
  const sequence = "The newest transaction of 'A' has the sequence 1, not 0."
  const future = 'The movement cannot have occurred in the future, at 2026-03-14T12:05:01.000Z.'
  const rows = (more: object) => ({ transactions: [issue, { ...issue, ...more }] })
  test.each<[string, object, ...Parameters<typeof makeError>]>([
    [
      'too much',
      { ...issue, quantity: 11 },
      'insufficient_stock',
      'Not enough stock: 10 available, 11 wanted.',
      'quantity',
    ],
    ['too early', { ...issue, occurred_at: '2026-03-14T12:05:01Z' }, 'invalid_request', future, 'occurred_at'],
    ['with another quantity than expected', { ...issue, expected_quantity: 9 }, 'version_conflict', conflict],
    [
      'that, as a row',
      rows({ expected_quantity: 9 }),
      'version_conflict',
      conflict,
      'transactions[1].expected_quantity',
    ],
    [
      'a row that expects another place in the ledger',
      rows({ expected_sequence: 0 }),
      'version_conflict',
      sequence,
      'transactions[1].expected_sequence',
    ],
    [
      'more than can be',
      { ...issue, type: 'receive', quantity: 2_147_483_647 },
      'invalid_request',
      'The stock would exceed 2147483647: 10 are there already.',
      'quantity',
    ],
  ])('%s is 400 with the field, and changes nothing', async (_, body, ...error) => {
    const item = await stockItem('A', 10)
    const answer = await call('POST', '/transactions', body)
    expect([answer.status, answer.body]).toEqual([400, makeError(...error)])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
    expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
  })

  test('an unknown item is 404 with the field; one in trash is 400', async () => {
    const item = await stockItem('A', 10)
    await call('DELETE', `/items/${item.id}`)
    const receive = { type: 'receive', quantity: 1 }
    const inTrash = makeError('item_in_trash', "The item 'A' is in trash. Restore it first.", 'item_id')
    const noSku = makeError('item_not_found', "There is no item with the SKU 'A'.", 'sku')
    const unknown = (field: string) => makeError('item_not_found', 'There is no such item.', field)
    const cases: [object, number, object][] = [
      [{ ...receive, item_id: item.id }, 400, inTrash],
      [{ ...receive, sku: 'A' }, 404, noSku],
      [{ ...receive, item_id: 'nonsense' }, 404, unknown('item_id')],
      [{ transactions: [{ ...receive, item_id: unknownIds.item }] }, 404, unknown('transactions[0].item_id')],
    ]
    for (const [body, status, expected] of cases)
      expect(await call('POST', '/transactions', body)).toMatchObject({ status, body: expected })
  })
})

describe('reverse', () => {
  test('201 with the counter-entry, once; the row says by which', async () => {
    const item = await stockItem('A', 10)
    const moved = (await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 4 })).body
    const back = await call('POST', `/transactions/${moved.id}/reverse`, { reason: 'correction', note: 'Wrong shelf' })
    expect(back.status).toBe(201)
    expect(back.body).toMatchObject({
      type: 'reversal',
      quantity_change: 4,
      reversal_of: moved.id,
      reason: 'correction',
      note: 'Wrong shelf',
    })
    expect((await call('GET', `/transactions/${moved.id}`)).body).toEqual({ ...moved, reversed_by: back.body.id })
    const again = await call('POST', `/transactions/${moved.id}/reverse`)
    expect([again.status, again.body]).toEqual([
      400,
      makeError('invalid_state', 'The transaction cannot be reversed: it has been reversed already.', 'status'),
    ])
    for (const id of [back.body.id, (await call('GET', '/transactions?type=initial')).body.data[0]?.id]) {
      expect((await call('POST', `/transactions/${id}/reverse`)).body.error.code).toBe('invalid_state')
    }
    expect((await call('GET', `/items/${item.id}/verify`)).body).toEqual({
      item_id: item.id,
      quantity: 10,
      ledger_total: 10,
      transactions: 3,
      consistent: true,
    })
  })

  test('is refused where the stock is no longer there', async () => {
    await stockItem('A')
    const moved = (await call('POST', '/transactions', { type: 'receive', sku: 'A', quantity: 4 })).body
    await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 3 })
    expect((await call('POST', `/transactions/${moved.id}/reverse`)).body.error.code).toBe('insufficient_stock')
  })

  test('an audit entry that moved no stock is no transaction', async () => {
    const item = await stockItem('A', 10)
    await call('PUT', `/items/${item.id}`, { name: 'Nut' })
    const entry = (await call('GET', '/audit?action=update')).body.data[0]
    expect(entry).toMatchObject({ transaction_id: null })
    const path = `/transactions/${entry?.id.replace('aud_', 'txn_')}`
    expect(await tell(call('GET', path))).toEqual([404, 'transaction_not_found'])
    expect(await tell(call('POST', `${path}/reverse`))).toEqual([404, 'transaction_not_found'])
  })
})

describe('list', () => {
  test('newest first, with every filter and exact totals', async () => {
    const a = await stockItem('A', 10)
    service.setTime(noon + 1_000)
    const b = await stockItem('B', 10)
    for (let minute = 1; minute <= 3; minute++) {
      service.setTime(noon + minute * 60_000)
      await client.createTransactions({
        transactions: [
          { type: 'issue', sku: 'A', quantity: 1 },
          { type: 'return', sku: 'B', quantity: 1 },
        ],
      })
    }
    const list = async (query: '' | `?${string}`) => {
      const { status, body } = await call('GET', `/transactions${query}`)
      expect(status).toBe(200)
      return [body.data.map(({ sku, sequence }) => `${sku}${sequence}`).join(' '), body.pagination.total]
    }
    expect(await list('')).toEqual(['B4 A4 B3 A3 B2 A2 B1 A1', 8])
    expect(await list(`?item_id=${a.id}`)).toEqual(['A4 A3 A2 A1', 4])
    expect(await list(`?item_id=${b.id}&type=return&limit=1&offset=1`)).toEqual(['B3', 3])
    expect(await list('?type=issue')).toEqual(['A4 A3 A2', 3])
    expect(await list('?user_id=usr_1&limit=2&offset=2')).toEqual(['B3 A3', 8])
    expect(await list('?user_id=usr_2')).toEqual(['', 0])
    expect(await list('?since=2026-03-14T12:01:00Z')).toEqual(['B4 A4 B3 A3', 4]) // exclusive
    expect(await list('?until=2026-03-14T12:01:00.000Z')).toEqual(['B2 A2 B1 A1', 4]) // inclusive
    expect(await list('?since=2026-03-14T13:01:00%2B01:00&until=2026-03-14T12:02:00Z')).toEqual(['B3 A3', 2])
    expect(await list('?item_id=itm_unknown')).toEqual(['', 0])
    expect(await list('?order_id=po_unknown')).toEqual(['', 0])
  })
})
