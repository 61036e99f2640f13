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
const supplier = { name: 'Acme' }
const addOrder = async (fields: object = {}) => {
  const made = await call('POST', '/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

describe('an order that is refused', () => {
  const lines = [{ sku: 'A', quantity_ordered: 5 }]
  const currencyError = error(
    'invalid_request',
    "The 'currency' field must be an ISO 4217 code such as EUR.",
    'currency',
  )
  test.each<[string, object, object]>([
    ['no supplier', { supplier: undefined }, error('invalid_request', "The 'supplier' field is required.", 'supplier')],
    [
      'a supplier that is a text',
      { supplier: 'Acme' },
      error('invalid_request', "The 'supplier' field must be an object.", 'supplier'),
    ],
    [
      'a supplier without a name',
      { supplier: {} },
      error('invalid_request', "The 'supplier.name' field is required.", 'supplier.name'),
    ],
    [
      'an address that is none',
      { supplier: { name: 'Acme', email: 'acme' } },
      error('invalid_request', "The 'supplier.email' field must be an email address.", 'supplier.email'),
    ],
    ['an unknown currency', { currency: 'XXZ' }, currencyError],
    ['a currency in lower case', { currency: 'eur' }, currencyError],
    [
      'a date that is none',
      { expected_at: '2026-02-30' },
      error('invalid_request', "The 'expected_at' field must be a date such as 2026-03-14.", 'expected_at'),
    ],
    [
      'a state of ours',
      { status: 'received' },
      error('invalid_request', "The 'status' field must be one of draft, ordered.", 'status'),
    ],
    [
      'no lines',
      { line_items: undefined },
      error('invalid_request', "The 'line_items' field is required.", 'line_items'),
    ],
    [
      'an empty list of lines',
      { line_items: [] },
      error('invalid_request', "The 'line_items' field must not be empty.", 'line_items'),
    ],
    [
      '201 lines',
      { line_items: Array(201).fill(lines[0]) },
      error(
        'limit_exceeded',
        "The 'line_items' field must have at most 200 rows; put the others into another order.",
        'line_items',
      ),
    ],
    [
      'a line of none',
      { line_items: [...lines, { sku: 'A', quantity_ordered: 0 }] },
      error(
        'invalid_request',
        "The 'line_items[1].quantity_ordered' field must be a positive integer.",
        'line_items[1].quantity_ordered',
      ),
    ],
    [
      'a line without a quantity',
      { line_items: [{ sku: 'A' }] },
      error(
        'invalid_request',
        "The 'line_items[0].quantity_ordered' field is required.",
        'line_items[0].quantity_ordered',
      ),
    ],
    [
      'a line without an item',
      { line_items: [{ quantity_ordered: 1 }] },
      error(
        'invalid_request',
        "The 'line_items[0].item_id' field is required, or 'sku' in its place.",
        'line_items[0].item_id',
      ),
    ],
    [
      'a cost that is a number',
      { line_items: [{ ...lines[0], unit_cost: 2.5 }] },
      error(
        'invalid_request',
        'The \'line_items[0].unit_cost\' field must be a decimal string such as "2.50".',
        'line_items[0].unit_cost',
      ),
    ],
    [
      'a negative cost',
      { line_items: [{ ...lines[0], unit_cost: '-1' }] },
      error(
        'invalid_request',
        'The \'line_items[0].unit_cost\' field must be a decimal string such as "2.50", with at most 12 digits and 6 decimals.',
        'line_items[0].unit_cost',
      ),
    ],
    [
      'notes too long',
      { line_items: [{ ...lines[0], notes: 'x'.repeat(201) }] },
      error(
        'invalid_request',
        "The 'line_items[0].notes' field must be at most 200 characters long.",
        'line_items[0].notes',
      ),
    ],
    [
      'a field of ours',
      { subtotal: '1.00' },
      error('invalid_request', "The 'subtotal' field is not known.", 'subtotal'),
    ],
  ])('%s is 400 with the field', async (_, fields, expected) => {
    await addItem('A')
    const { status, body } = await call('POST', '/orders', { supplier, line_items: lines, ...fields })
    expect([status, body]).toEqual([400, expected])
    expect((await call('GET', '/orders')).body.pagination.total).toBe(0)
  })

  test('an order of more than 200 KB is 400, and takes no number', async () => {
    const long = '𝔅'.repeat(200)
    await call('POST', '/items', { name: long, sku: 'long' })
    const many = { supplier, line_items: Array(200).fill({ sku: 'long', quantity_ordered: 1, notes: long }) }
    const { status, body } = await call('POST', '/orders', many)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'limit_exceeded', 'line_items'])
    await addItem('A')
    expect((await addOrder()).order_number).toBe('PO-000001')
  })

  test('of several faults in the lines the first is told', async () => {
    const line_items = [{ sku: 'nope' }, { item_id: 'itm_x' }, { item_id: 'itm_y' }].map((line) => ({
      ...line,
      quantity_ordered: 1,
    }))
    for (let count = 0; count < 10; count++)
      expect((await call('POST', '/orders', { supplier, line_items })).body.error.field).toBe('line_items[0].sku')
  })

  test('an unknown item is 404 with the field; one in trash 400', async () => {
    const { id } = await addItem('A')
    await call('DELETE', `/items/${id}`)
    const tries: [object, number, string, string][] = [
      [{ item_id: id, quantity_ordered: 1 }, 400, 'item_in_trash', 'line_items[0].item_id'],
      [{ sku: 'A', quantity_ordered: 1 }, 404, 'item_not_found', 'line_items[0].sku'],
      [{ item_id: 'x', quantity_ordered: 1 }, 404, 'item_not_found', 'line_items[0].item_id'],
    ]
    for (const [line, ...expected] of tries) {
      const { status, body } = await call('POST', '/orders', { supplier, line_items: [line] })
      expect([status, body.error.code, body.error.field]).toEqual(expected)
    }
  })
})
