import { runConcurrently } from '../../functions/store/concurrently'
import { type Answer, makeError } from '../support/client'
import { actOnItems } from '../support/items'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createKey, useCustomer } from '../support/service'

const { service, customer, call, client } = useCustomer()
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

  test('an item’s first quantity and a PUT of its quantity are ledger rows, too', async () => {
    const item = await stockItem('A', 10)
    await call('PUT', `/items/${item.id}`, { quantity: 3 })
    const { data } = (await call('GET', `/transactions?item_id=${item.id}`)).body
    expect(data.map((row) => [row.type, row.sequence, row.quantity_change])).toEqual([
      ['direct_update', 2, -7],
      ['initial', 1, 10],
    ])
  })
})

describe('a transaction that is refused', () => {
  const positive = (field = 'quantity') =>
    makeError('invalid_request', `The '${field}' field must be a positive integer.`, field)
  const issue = { type: 'issue', sku: 'A', quantity: 1 }
  const refused: [string, unknown, object][] = [
    ['no type', { sku: 'A', quantity: 1 }, makeError('invalid_request', "The 'type' field is required.", 'type')],
    [
      'a type of ours',
      { ...issue, type: 'initial' },
      makeError('invalid_request', "The 'type' field must be one of receive, issue, return, adjust, count.", 'type'),
    ],
    ['an issue of nothing', { ...issue, quantity: 0 }, positive()],
    ['a negative receipt', { ...issue, type: 'receive', quantity: -1 }, positive()],
    ['a fractional return', { ...issue, type: 'return', quantity: 1.5 }, positive()],
    ['a textual quantity', { ...issue, quantity: '1' }, positive()],
    ['a negative count', { ...issue, type: 'count', quantity: -1 }, positive()],
    [
      'an adjustment by nothing',
      { ...issue, type: 'adjust', quantity: 0 },
      makeError('invalid_request', "The 'quantity' field must be an integer other than 0.", 'quantity'),
    ],
    [
      'no quantity',
      { ...issue, quantity: undefined },
      makeError('invalid_request', "The 'quantity' field is required.", 'quantity'),
    ],
    [
      'a quantity too large',
      { ...issue, quantity: 2_147_483_648 },
      makeError('invalid_request', "The 'quantity' field must be at most 2147483647.", 'quantity'),
    ],
    [
      'no item',
      { type: 'issue', quantity: 1 },
      makeError('invalid_request', "The 'item_id' field is required, or 'sku' in its place.", 'item_id'),
    ],
    [
      'an item named twice',
      { ...issue, item_id: 'itm_01K00000000000000000000001' },
      makeError('invalid_request', "The 'sku' field must not stand beside 'item_id'.", 'sku'),
    ],
    [
      'an unknown field',
      { ...issue, colour: 1 },
      makeError('invalid_request', "The 'colour' field is not known.", 'colour'),
    ],
    [
      'an unknown reason',
      { ...issue, reason: 'whim' },
      makeError(
        'invalid_request',
        "The 'reason' field must be one of restock, sale, damage, loss, theft, expired, correction, stocktake, sample, other.",
        'reason',
      ),
    ],
    [
      'a long reference',
      { ...issue, reference: 'x'.repeat(256) },
      makeError('invalid_request', "The 'reference' field must be at most 255 characters long.", 'reference'),
    ],
    [
      'a long note',
      { ...issue, note: 'x'.repeat(1001) },
      makeError('invalid_request', "The 'note' field must be at most 1000 characters long.", 'note'),
    ],
    [
      'a time that is none',
      { ...issue, occurred_at: 'yesterday' },
      makeError(
        'invalid_request',
        "The 'occurred_at' field must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B).",
        'occurred_at',
      ),
    ],
    [
      'a time that its offset takes out of the years',
      { ...issue, occurred_at: '0000-01-01T00:00:00+14:00' },
      makeError(
        'invalid_request',
        "The 'occurred_at' field must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B).",
        'occurred_at',
      ),
    ],
    [
      'a row that expects another quantity',
      { transactions: [issue, { ...issue, expected_quantity: 9 }] },
      makeError('version_conflict', "The quantity of 'A' is 10, not 9.", 'transactions[1].expected_quantity'),
    ],
    [
      'a row that expects another place in the ledger',
      { transactions: [issue, { ...issue, expected_sequence: 0 }] },
      makeError(
        'version_conflict',
        "The newest transaction of 'A' has the sequence 1, not 0.",
        'transactions[1].expected_sequence',
      ),
    ],
    [
      'more than five minutes ahead',
      { ...issue, occurred_at: '2026-03-14T12:05:01Z' },
      makeError(
        'invalid_request',
        'The movement cannot have occurred in the future, at 2026-03-14T12:05:01.000Z.',
        'occurred_at',
      ),
    ],
    [
      'an order with another type',
      { ...issue, order_id: 'po_1', line_item_id: 'pol_1' },
      makeError('invalid_request', "The 'order_id' field goes with the type 'receive' alone.", 'order_id'),
    ],
    [
      'an order without its line',
      { ...issue, type: 'receive', order_id: 'po_1' },
      makeError('invalid_request', "The 'line_item_id' field is required with 'order_id'.", 'line_item_id'),
    ],
    [
      'a line without its order',
      { ...issue, type: 'receive', line_item_id: 'pol_1' },
      makeError('invalid_request', "The 'order_id' field is required with 'line_item_id'.", 'order_id'),
    ],
    [
      'an expected quantity that is not so',
      { ...issue, expected_quantity: 9 },
      makeError('version_conflict', "The quantity of 'A' is 10, not 9."),
    ],
    [
      'too much',
      { ...issue, quantity: 11 },
      makeError('insufficient_stock', 'Not enough stock: 10 available, 11 wanted.', 'quantity'),
    ],
    [
      'more than can be',
      { ...issue, type: 'receive', quantity: 2_147_483_647 },
      makeError('invalid_request', 'The stock would exceed 2147483647: 10 are there already.', 'quantity'),
    ],
    [
      'no rows',
      { transactions: [] },
      makeError('invalid_request', "The 'transactions' field must not be empty.", 'transactions'),
    ],
    [
      '41 rows',
      { transactions: Array(41).fill(issue) },
      makeError(
        'limit_exceeded',
        "The 'transactions' field must have at most 40 rows; send the rest in another request.",
        'transactions',
      ),
    ],
    [
      'a row that is no object',
      { transactions: [issue, 5] },
      makeError('invalid_request', "The 'transactions[1]' field must be an object.", 'transactions[1]'),
    ],
    ['a bad row', { transactions: [issue, { ...issue, quantity: 0 }] }, positive('transactions[1].quantity')],
    [
      'rows beside a movement',
      { ...issue, transactions: [issue] },
      makeError('invalid_request', "The 'type' field is not known.", 'type'),
    ],
    ['a list', [issue], makeError('invalid_json', 'The request body must be a JSON object.')],
    [
      'a dry run that is neither',
      { ...issue, dry_run: 'yes' },
      makeError('invalid_request', "The 'dry_run' field must be true or false.", 'dry_run'),
    ],
  ]

  test.each(chooseCases(refused, 6, chooseSeed()))(
    '%s is 400 with the field, and changes nothing',
    async (_, body, expected) => {
      const item = await stockItem('A', 10)
      const answer = await call('POST', '/transactions', body)
      expect([answer.status, answer.body]).toEqual([400, expected])
      expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
      expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
    },
  )

  test('an unknown item is 404 with the field; one in trash is 400', async () => {
    const item = await stockItem('A', 10)
    await call('DELETE', `/items/${item.id}`)
    const receive = { type: 'receive', quantity: 1 }
    const cases: [object, number, object][] = [
      [
        { ...receive, item_id: item.id },
        400,
        makeError('item_in_trash', "The item 'A' is in trash. Restore it first.", 'item_id'),
      ],
      [{ ...receive, sku: 'A' }, 404, makeError('item_not_found', "There is no item with the SKU 'A'.", 'sku')],
      [{ ...receive, item_id: 'nonsense' }, 404, makeError('item_not_found', 'There is no such item.', 'item_id')],
      [
        { transactions: [{ ...receive, item_id: 'itm_01K00000000000000000000001' }] },
        404,
        makeError('item_not_found', 'There is no such item.', 'transactions[0].item_id'),
      ],
    ]
    for (const [body, status, expected] of cases) {
      const answer = await call('POST', '/transactions', body)
      expect([answer.status, answer.body]).toEqual([status, expected])
    }
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
    for (const path of ['', '/reverse']) {
      const id = entry?.id.replace('aud_', 'txn_')
      const { status, body } = await call(path === '' ? 'GET' : 'POST', `/transactions/${id}${path}`)
      expect([status, body.error.code]).toEqual([404, 'transaction_not_found'])
    }
  })
})

rehearse(
  'many issues of 1 from several keys at once: as many succeed as are in stock, the rest are refused',
  async () => {
    const [count, stock] = [1_000, 100]
    const { id } = await stockItem('A', stock)
    const keys = await Promise.all(
      Array.from({ length: 4 }, () => createKey(service, customer.company.id, 'enterprise')),
    )
    // In turn: on a slow machine, too, none waits for a thread for longer than API Gateway waits for a function.
    const answers: Answer[] = []
    await runConcurrently(Array(count).keys(), 100, async (index) => {
      const send = keys[index % 4]?.call ?? call
      answers.push(await send('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 }))
    })
    const told = (status: number) => answers.filter((answer) => answer.status === status)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]))
    expect([told(201).length, told(400).length]).toEqual([stock, count - stock])
    expect(new Set(told(400).map(({ body }) => body.error.code))).toEqual(new Set(['insufficient_stock']))
    expect((await call('GET', `/items/${id}/verify`)).body).toEqual({
      item_id: id,
      quantity: 0,
      ledger_total: 0,
      transactions: stock + 1,
      consistent: true,
    })
    const pages = await Promise.all(
      [0, 100].map((offset) => call('GET', `/transactions?item_id=${id}&limit=100&offset=${offset}`)),
    )
    const ledger = pages.flatMap(({ body }) => body.data).reverse()
    expect(ledger.map(({ sequence }) => sequence)).toEqual(Array.from({ length: stock + 1 }, (_, index) => index + 1))
    expect(ledger.every((row, index) => row.quantity_before === (ledger[index - 1]?.quantity_after ?? 0))).toBe(true)
  },
  60_000,
)
