import { type Client, error, newCompany, startTestService, type TestService } from '../../testing/service'
import { noon } from '../../testing/table'

let service: TestService
let call: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.setTime(noon)
  call = (await newCompany(service)).call
})

const addItem = async (sku: string, quantity = 0) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, quantity })).body

describe('a transaction that is refused', () => {
  const positive = (field = 'quantity') =>
    error('invalid_request', `The '${field}' field must be a positive integer.`, field)
  const issue = { type: 'issue', sku: 'A', quantity: 1 }
  test.each<[string, unknown, object]>([
    ['no type', { sku: 'A', quantity: 1 }, error('invalid_request', "The 'type' field is required.", 'type')],
    [
      'a type of ours',
      { ...issue, type: 'initial' },
      error('invalid_request', "The 'type' field must be one of receive, issue, return, adjust, count.", 'type'),
    ],
    ['an issue of nothing', { ...issue, quantity: 0 }, positive()],
    ['a negative receipt', { ...issue, type: 'receive', quantity: -1 }, positive()],
    ['a fractional return', { ...issue, type: 'return', quantity: 1.5 }, positive()],
    ['a textual quantity', { ...issue, quantity: '1' }, positive()],
    ['a negative count', { ...issue, type: 'count', quantity: -1 }, positive()],
    [
      'an adjustment by nothing',
      { ...issue, type: 'adjust', quantity: 0 },
      error('invalid_request', "The 'quantity' field must be an integer other than 0.", 'quantity'),
    ],
    [
      'no quantity',
      { ...issue, quantity: undefined },
      error('invalid_request', "The 'quantity' field is required.", 'quantity'),
    ],
    [
      'a quantity too large',
      { ...issue, quantity: 2_147_483_648 },
      error('invalid_request', "The 'quantity' field must be at most 2147483647.", 'quantity'),
    ],
    [
      'no item',
      { type: 'issue', quantity: 1 },
      error('invalid_request', "The 'item_id' field is required, or 'sku' in its place.", 'item_id'),
    ],
    [
      'an item named twice',
      { ...issue, item_id: 'itm_01K00000000000000000000001' },
      error('invalid_request', "The 'sku' field must not stand beside 'item_id'.", 'sku'),
    ],
    [
      'an unknown field',
      { ...issue, colour: 1 },
      error('invalid_request', "The 'colour' field is not known.", 'colour'),
    ],
    [
      'an unknown reason',
      { ...issue, reason: 'whim' },
      error(
        'invalid_request',
        "The 'reason' field must be one of restock, sale, damage, loss, theft, expired, correction, stocktake, sample, other.",
        'reason',
      ),
    ],
    [
      'a long reference',
      { ...issue, reference: 'x'.repeat(256) },
      error('invalid_request', "The 'reference' field must be at most 255 characters long.", 'reference'),
    ],
    [
      'a long note',
      { ...issue, note: 'x'.repeat(1001) },
      error('invalid_request', "The 'note' field must be at most 1000 characters long.", 'note'),
    ],
    [
      'a time that is none',
      { ...issue, occurred_at: 'yesterday' },
      error(
        'invalid_request',
        "The 'occurred_at' field must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B).",
        'occurred_at',
      ),
    ],
    [
      'a time that its offset takes out of the years',
      { ...issue, occurred_at: '0000-01-01T00:00:00+14:00' },
      error(
        'invalid_request',
        "The 'occurred_at' field must be an ISO 8601 time such as 2026-03-14T12:00:00Z (in a query, + is %2B).",
        'occurred_at',
      ),
    ],
    [
      'a row that expects another quantity',
      { transactions: [issue, { ...issue, expected_quantity: 9 }] },
      error('version_conflict', "The quantity of 'A' is 10, not 9.", 'transactions[1].expected_quantity'),
    ],
    [
      'the future',
      { ...issue, occurred_at: '2026-03-14T12:00:01Z' },
      error(
        'invalid_request',
        'The movement cannot have occurred in the future, at 2026-03-14T12:00:01.000Z.',
        'occurred_at',
      ),
    ],
    [
      'an order with another type',
      { ...issue, order_id: 'po_1', line_item_id: 'pol_1' },
      error('invalid_request', "The 'order_id' field goes with the type 'receive' alone.", 'order_id'),
    ],
    [
      'an order without its line',
      { ...issue, type: 'receive', order_id: 'po_1' },
      error('invalid_request', "The 'line_item_id' field is required with 'order_id'.", 'line_item_id'),
    ],
    [
      'a line without its order',
      { ...issue, type: 'receive', line_item_id: 'pol_1' },
      error('invalid_request', "The 'order_id' field is required with 'line_item_id'.", 'order_id'),
    ],
    [
      'an expected quantity that is not so',
      { ...issue, expected_quantity: 9 },
      error('version_conflict', "The quantity of 'A' is 10, not 9."),
    ],
    [
      'too much',
      { ...issue, quantity: 11 },
      error('insufficient_stock', 'Not enough stock: 10 available, 11 wanted.', 'quantity'),
    ],
    [
      'more than can be',
      { ...issue, type: 'receive', quantity: 2_147_483_647 },
      error('invalid_request', 'The stock would exceed 2147483647: 10 are there already.', 'quantity'),
    ],
    [
      'no rows',
      { transactions: [] },
      error('invalid_request', "The 'transactions' field must not be empty.", 'transactions'),
    ],
    [
      '41 rows',
      { transactions: Array(41).fill(issue) },
      error(
        'limit_exceeded',
        "The 'transactions' field must have at most 40 rows; send the rest in another request.",
        'transactions',
      ),
    ],
    [
      'a row that is no object',
      { transactions: [issue, 5] },
      error('invalid_request', "The 'transactions[1]' field must be an object.", 'transactions[1]'),
    ],
    ['a bad row', { transactions: [issue, { ...issue, quantity: 0 }] }, positive('transactions[1].quantity')],
    [
      'rows beside a movement',
      { ...issue, transactions: [issue] },
      error('invalid_request', "The 'type' field is not known.", 'type'),
    ],
    ['a list', [issue], error('invalid_json', 'The request body must be a JSON object.')],
    [
      'a dry run that is neither',
      { ...issue, dry_run: 'yes' },
      error('invalid_request', "The 'dry_run' field must be true or false.", 'dry_run'),
    ],
  ])('%s is 400 with the field, and changes nothing', async (_, body, expected) => {
    const item = await addItem('A', 10)
    const answer = await call('POST', '/transactions', body)
    expect([answer.status, answer.body]).toEqual([400, expected])
    expect((await call('GET', `/items/${item.id}`)).body.quantity).toBe(10)
    expect((await call('GET', '/transactions')).body.pagination.total).toBe(1)
  })

  test('an unknown item is 404 with the field; one in trash is 400', async () => {
    const item = await addItem('A', 10)
    await call('DELETE', `/items/${item.id}`)
    const receive = { type: 'receive', quantity: 1 }
    const cases: [object, number, object][] = [
      [
        { ...receive, item_id: item.id },
        400,
        error('item_in_trash', "The item 'A' is in trash. Restore it first.", 'item_id'),
      ],
      [{ ...receive, sku: 'A' }, 404, error('item_not_found', "There is no item with the SKU 'A'.", 'sku')],
      [{ ...receive, item_id: 'nonsense' }, 404, error('item_not_found', 'There is no such item.', 'item_id')],
      [
        { transactions: [{ ...receive, item_id: 'itm_01K00000000000000000000001' }] },
        404,
        error('item_not_found', 'There is no such item.', 'transactions[0].item_id'),
      ],
    ]
    for (const [body, status, expected] of cases) {
      const answer = await call('POST', '/transactions', body)
      expect([answer.status, answer.body]).toEqual([status, expected])
    }
  })
})
