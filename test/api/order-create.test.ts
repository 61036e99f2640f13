import { makeError } from '../support/client'
import { actOnItems } from '../support/items'
import { actOnOrders, supplier } from '../support/orders'
import { rehearse } from '../support/rehearse'
import { useCustomer } from '../support/service'

const { call, client } = useCustomer()
const { stockItem } = actOnItems(client)
const { createOrder } = actOnOrders(client)

describe('create and get', () => {
  test('201 with the whole order, ordered at once, and its revision as ETag', async () => {
    const [a, b] = [await stockItem('A'), await stockItem('B')]
    const { status, headers, body } = await call('POST', '/orders', {
      supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
      currency: 'GBP',
      expected_at: '2026-04-01',
      location: 'Dock 2',
      notes: 'Call ahead',
      line_items: [
        { item_id: a.id, quantity_ordered: 3, unit_cost: '0.105', notes: 'Box of 3' },
        { sku: 'B', quantity_ordered: 2 },
      ],
    })
    expect([status, headers.get('etag')]).toEqual([201, '"1"'])
    const line = { quantity_received: 0, quantity_rejected: 0, quantity_cancelled: 0 }
    expect(body).toEqual({
      id: expect.stringMatching(/^po_[0-9A-Z]{26}$/),
      order_number: 'PO-000001',
      status: 'ordered',
      supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
      currency: 'GBP',
      expected_at: '2026-04-01',
      location: 'Dock 2',
      notes: 'Call ahead',
      line_items: [
        {
          ...line,
          id: expect.stringMatching(/^pol_/),
          item_id: a.id,
          sku: 'A',
          name: 'Item A',
          quantity_ordered: 3,
          quantity_outstanding: 3,
          unit_cost: '0.105',
          line_total: '0.315',
          notes: 'Box of 3',
        },
        {
          ...line,
          id: expect.stringMatching(/^pol_/),
          item_id: b.id,
          sku: 'B',
          name: 'Item B',
          quantity_ordered: 2,
          quantity_outstanding: 2,
          unit_cost: null,
          line_total: null,
          notes: null,
        },
      ],
      subtotal: '0.315',
      total_quantity_ordered: 5,
      total_quantity_received: 0,
      created_by: 'usr_1',
      created_at: '2026-03-14T12:00:00.000Z',
      updated_at: '2026-03-14T12:00:00.000Z',
      ordered_at: '2026-03-14T12:00:00.000Z',
      received_at: null,
      closed_at: null,
      cancelled_at: null,
      cancel_reason: null,
    })
    const got = await call('GET', `/orders/${body.id}`)
    expect([got.status, got.headers.get('etag'), got.body]).toEqual([200, '"1"', body])
  })

  test('a line keeps the name and SKU that the item had', async () => {
    const { id } = await stockItem('A')
    const order = await createOrder()
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    expect((await call('GET', `/orders/${order.id}`)).body.line_items[0]).toMatchObject({ name: 'Item A', sku: 'A' })
  })

  rehearse('a page of the audit log fits an answer, however large the orders are', async () => {
    const sku = '🔩'.repeat(100)
    await call('POST', '/items', { name: 'Bolt', sku })
    const line_items = Array(200).fill({ sku, quantity_ordered: 1, unit_cost: '1.00' })
    const draft = await createOrder({ status: 'draft', line_items })
    for (let change = 0; change < 30; change++) {
      const lines = line_items.map((line) => ({ ...line, quantity_ordered: 2 + change }))
      expect((await call('PUT', `/orders/${draft.id}`, { line_items: lines })).status).toBe(200)
    }
    const { status, text, body } = await call('GET', '/audit?limit=100')
    expect([status, body.data.length]).toEqual([200, 32])
    expect(text.length / 32).toBeLessThan(40_000)
    const created = body.data.find(({ action, resource_type }) => action === 'create' && resource_type === 'order')
    expect(created?.changes.length).toBeGreaterThan(3)
    expect(created?.changes).toContainEqual({ field: 'line_items', from: null, to: 200 })
  })
})

describe('an order that is refused', () => {
  const lines = [{ sku: 'A', quantity_ordered: 5 }]
  const currencyError = makeError(
    'invalid_request',
    "The 'currency' field must be an ISO 4217 code such as EUR.",
    'currency',
  )
  test.each<[string, object, object]>([
    [
      'no supplier',
      { supplier: undefined },
      makeError('invalid_request', "The 'supplier' field is required.", 'supplier'),
    ],
    [
      'a supplier that is a text',
      { supplier: 'Acme' },
      makeError('invalid_request', "The 'supplier' field must be an object.", 'supplier'),
    ],
    [
      'a supplier without a name',
      { supplier: {} },
      makeError('invalid_request', "The 'supplier.name' field is required.", 'supplier.name'),
    ],
    [
      'an address that is none',
      { supplier: { name: 'Acme', email: 'acme' } },
      makeError('invalid_request', "The 'supplier.email' field must be an email address.", 'supplier.email'),
    ],
    ['an unknown currency', { currency: 'XXZ' }, currencyError],
    ['a currency in lower case', { currency: 'eur' }, currencyError],
    [
      'a date that is none',
      { expected_at: '2026-02-30' },
      makeError('invalid_request', "The 'expected_at' field must be a date such as 2026-03-14.", 'expected_at'),
    ],
    [
      'a state of ours',
      { status: 'received' },
      makeError('invalid_request', "The 'status' field must be one of draft, ordered.", 'status'),
    ],
    [
      'no lines',
      { line_items: undefined },
      makeError('invalid_request', "The 'line_items' field is required.", 'line_items'),
    ],
    [
      'an empty list of lines',
      { line_items: [] },
      makeError('invalid_request', "The 'line_items' field must not be empty.", 'line_items'),
    ],
    [
      '201 lines',
      { line_items: Array(201).fill(lines[0]) },
      makeError(
        'limit_exceeded',
        "The 'line_items' field must have at most 200 rows; put the others into another order.",
        'line_items',
      ),
    ],
    [
      'a line of none',
      { line_items: [...lines, { sku: 'A', quantity_ordered: 0 }] },
      makeError(
        'invalid_request',
        "The 'line_items[1].quantity_ordered' field must be a positive integer.",
        'line_items[1].quantity_ordered',
      ),
    ],
    [
      'a line without a quantity',
      { line_items: [{ sku: 'A' }] },
      makeError(
        'invalid_request',
        "The 'line_items[0].quantity_ordered' field is required.",
        'line_items[0].quantity_ordered',
      ),
    ],
    [
      'a line without an item',
      { line_items: [{ quantity_ordered: 1 }] },
      makeError(
        'invalid_request',
        "The 'line_items[0].item_id' field is required, or 'sku' in its place.",
        'line_items[0].item_id',
      ),
    ],
    [
      'a cost that is a number',
      { line_items: [{ ...lines[0], unit_cost: 2.5 }] },
      makeError(
        'invalid_request',
        'The \'line_items[0].unit_cost\' field must be a decimal string such as "2.50".',
        'line_items[0].unit_cost',
      ),
    ],
    [
      'a negative cost',
      { line_items: [{ ...lines[0], unit_cost: '-1' }] },
      makeError(
        'invalid_request',
        'The \'line_items[0].unit_cost\' field must be a decimal string such as "2.50", with at most 12 digits and 6 decimals.',
        'line_items[0].unit_cost',
      ),
    ],
    [
      'notes too long',
      { line_items: [{ ...lines[0], notes: 'x'.repeat(201) }] },
      makeError(
        'invalid_request',
        "The 'line_items[0].notes' field must be at most 200 characters long.",
        'line_items[0].notes',
      ),
    ],
    [
      'a field of ours',
      { subtotal: '1.00' },
      makeError('invalid_request', "The 'subtotal' field is not known.", 'subtotal'),
    ],
  ])('%s is 400 with the field', async (_, fields, expected) => {
    await stockItem('A')
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
    await stockItem('A')
    expect((await createOrder()).order_number).toBe('PO-000001')
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
    const { id } = await stockItem('A')
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
