import { type Body, type Client, newCompany, startTestService, type TestService } from '../support/service'
import { noon } from '../support/table'

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

const error = (code: string, message: string, field?: string) => ({
  error: { code, message, ...(field ? { field } : {}) },
})
const addItem = async (sku: string, quantity = 0) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, quantity })).body
const supplier = { name: 'Acme' }
const addOrder = async (fields: object = {}) => {
  const made = await call('POST', '/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}
const quantityOf = async (id: string) => (await call('GET', `/items/${id}`)).body.quantity

describe('create and get', () => {
  test('201 with the whole order, ordered at once, and its revision as ETag', async () => {
    const [a, b] = [await addItem('A'), await addItem('B')]
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
    const { id } = await addItem('A')
    const order = await addOrder()
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    expect((await call('GET', `/orders/${order.id}`)).body.line_items[0]).toMatchObject({ name: 'Item A', sku: 'A' })
  })

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

  test('a page of the audit log fits an answer, however large the orders are', async () => {
    const sku = '🔩'.repeat(100)
    await call('POST', '/items', { name: 'Bolt', sku })
    const line_items = Array(200).fill({ sku, quantity_ordered: 1, unit_cost: '1.00' })
    const draft = await addOrder({ status: 'draft', line_items })
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

describe('states', () => {
  /** How an order comes into each state. */
  const states: Record<string, (order: Body) => Promise<unknown>> = {
    draft: async () => {},
    ordered: (order) => call('POST', `/orders/${order.id}/place`),
    partially_received: async (order) => {
      await states.ordered?.(order)
      await receiveOne(order)
    },
    received: async (order) => {
      await states.ordered?.(order)
      await call('POST', `/orders/${order.id}/receive`)
    },
    cancelled: (order) => call('POST', `/orders/${order.id}/cancel`),
    closed: async (order) => {
      await states.partially_received?.(order)
      await call('POST', `/orders/${order.id}/close`)
    },
  }
  const receiveOne = (order: Body) => {
    const lines = [{ line_item_id: order.line_items[0]?.id, quantity_accepted: 1 }]
    return call('POST', `/orders/${order.id}/receive`, { lines })
  }
  const verbs: Record<string, (order: Body) => ReturnType<Client>> = {
    update: ({ id }) => call('PUT', `/orders/${id}`, { notes: 'New' }),
    delete: ({ id }) => call('DELETE', `/orders/${id}`),
    place: ({ id }) => call('POST', `/orders/${id}/place`),
    receive: ({ id }) => call('POST', `/orders/${id}/receive`),
    'receive a part': receiveOne,
    'receive by a transaction': (order) =>
      call('POST', '/transactions', {
        type: 'receive',
        order_id: order.id,
        line_item_id: order.line_items[0]?.id,
        quantity: 1,
      }),
    cancel: ({ id }) => call('POST', `/orders/${id}/cancel`, { cancel_reason: 'Too late' }),
    close: ({ id }) => call('POST', `/orders/${id}/close`),
  }
  /** The state that a verb leads to; every pair that is not here is 400 `invalid_state`. */
  const leads: Record<string, Record<string, string>> = {
    draft: { update: 'draft', delete: 'gone', place: 'ordered', cancel: 'cancelled' },
    ordered: {
      receive: 'received',
      'receive a part': 'partially_received',
      'receive by a transaction': 'partially_received',
      cancel: 'cancelled',
    },
    partially_received: {
      receive: 'received',
      'receive a part': 'partially_received',
      'receive by a transaction': 'partially_received',
      close: 'closed',
    },
  }
  const table = Object.keys(states).flatMap((state) => Object.keys(verbs).map((verb) => [state, verb] as const))

  test.each(table)('%s: %s', async (state, verb) => {
    const item = await addItem('A')
    const order = await addOrder({ status: 'draft' })
    await states[state]?.(order)
    const before = (await call('GET', `/orders/${order.id}`)).body
    const stock = await quantityOf(item.id)
    expect(before.status).toBe(state)
    const answer = await verbs[verb]?.(order)
    const after = (await call('GET', `/orders/${order.id}`)).body
    const target = leads[state]?.[verb]
    if (target === undefined) {
      expect([answer?.status, answer?.body.error.code, answer?.body.error.field]).toEqual([
        400,
        'invalid_state',
        'status',
      ])
      expect([after, await quantityOf(item.id)]).toEqual([before, stock])
    } else {
      expect(answer?.status).toBe(verb === 'delete' ? 204 : verb === 'receive by a transaction' ? 201 : 200)
      expect(after.status ?? 'gone').toBe(target)
    }
  })

  test('a draft is placed with its items as they are then, and not while one is in trash', async () => {
    const { id } = await addItem('A')
    const draft = await addOrder({ status: 'draft' })
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    await call('DELETE', `/items/${id}`)
    const refused = await call('POST', `/orders/${draft.id}/place`)
    expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
      400,
      'item_in_trash',
      'line_items[0].item_id',
    ])
    await call('POST', `/items/${id}/restore`)
    const { status, body } = await call('POST', `/orders/${draft.id}/place`)
    expect([status, body.status]).toEqual([200, 'ordered'])
    expect(body.line_items).toMatchObject([{ id: draft.line_items[0]?.id, name: 'Nut', sku: 'N', quantity_ordered: 5 }])
  })

  test('cancel and close say when and why, and cancel what is outstanding', async () => {
    await addItem('A')
    const cancelled = await addOrder()
    const { body } = await call('POST', `/orders/${cancelled.id}/cancel`, { cancel_reason: 'Too late' })
    expect(body).toMatchObject({ cancel_reason: 'Too late', cancelled_at: '2026-03-14T12:00:00.001Z' })
    expect(body.line_items[0]).toMatchObject({ quantity_cancelled: 5, quantity_outstanding: 0 })
    const closed = await addOrder()
    await receiveOne(closed)
    const after = (await call('POST', `/orders/${closed.id}/close`)).body
    expect(after).toMatchObject({ status: 'closed', closed_at: expect.any(String) })
    expect(after.line_items[0]).toMatchObject({ quantity_received: 1, quantity_cancelled: 4, quantity_outstanding: 0 })
  })
})

describe('update and delete of a draft', () => {
  test('sets the fields that are given; lines keep their id by place and item', async () => {
    await addItem('A')
    await addItem('B')
    const draft = await addOrder({ status: 'draft', notes: 'Old' })
    const line_items = [
      { sku: 'A', quantity_ordered: 6 },
      { sku: 'B', quantity_ordered: 1 },
    ]
    const { status, headers, body } = await call('PUT', `/orders/${draft.id}`, {
      line_items,
      currency: 'EUR',
      notes: null,
    })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body).toMatchObject({ currency: 'EUR', notes: null, supplier: { name: 'Acme' }, total_quantity_ordered: 7 })
    expect(body.line_items[0]?.id).toBe(draft.line_items[0]?.id)
  })

  test('a PUT that changes nothing writes nothing', async () => {
    await addItem('A')
    const draft = await addOrder({ status: 'draft' })
    const same = { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }] }
    const { status, headers, body } = await call('PUT', `/orders/${draft.id}`, same)
    expect([status, headers.get('etag'), body]).toEqual([200, '"1"', draft])
    expect((await call('GET', `/audit?resource_id=${draft.id}`)).body.pagination.total).toBe(1)
  })

  test.each(['PUT', 'DELETE'])('If-Match makes a %s conditional', async (method) => {
    await addItem('A')
    const draft = await addOrder({ status: 'draft' })
    const body = method === 'PUT' ? { notes: 'New' } : undefined
    const stale = await call(method, `/orders/${draft.id}`, body, { 'If-Match': '"2"' })
    expect([stale.status, stale.body]).toEqual([
      400,
      error('version_conflict', 'The order has changed since: its revision is 1, not 2.'),
    ])
    expect((await call(method, `/orders/${draft.id}`, body, { 'If-Match': '"1"' })).status).toBeLessThan(300)
  })
})

describe('receive', () => {
  const twoLines = async () => {
    const items = [await addItem('A', 1), await addItem('B', 1)]
    const order = await addOrder({
      line_items: [
        { sku: 'A', quantity_ordered: 5 },
        { sku: 'B', quantity_ordered: 3 },
      ],
    })
    const [first = '', second = ''] = order.line_items.map(({ id }) => id)
    return {
      items,
      order,
      first,
      second,
      receive: (body?: object) => call('POST', `/orders/${order.id}/receive`, body),
    }
  }

  test('only what is accepted reaches stock; what is rejected stays outstanding', async () => {
    const { items, order, first, second, receive } = await twoLines()
    const lines = [
      { line_item_id: first, quantity_accepted: 2, quantity_rejected: 3, rejection_reason: 'Bent' },
      { line_item_id: second, quantity_rejected: 1 },
    ]
    const { status, headers, body } = await receive({ lines, reference: 'DN-1', note: 'Late' })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body.order.status).toBe('partially_received')
    expect(body.order.line_items).toMatchObject([
      { quantity_received: 2, quantity_rejected: 3, quantity_outstanding: 3 },
      { quantity_received: 0, quantity_rejected: 1, quantity_outstanding: 3 },
    ])
    expect(body.receipt).toEqual({
      id: expect.stringMatching(/^rcp_[0-9A-Z]{26}$/),
      order_id: order.id,
      reference: 'DN-1',
      note: 'Late',
      lines: [
        {
          line_item_id: first,
          item_id: items[0]?.id,
          sku: 'A',
          quantity_accepted: 2,
          quantity_rejected: 3,
          rejection_reason: 'Bent',
        },
        {
          line_item_id: second,
          item_id: items[1]?.id,
          sku: 'B',
          quantity_accepted: 0,
          quantity_rejected: 1,
          rejection_reason: null,
        },
      ],
      received_by: 'usr_1',
      created_at: '2026-03-14T12:00:00.001Z',
    })
    expect(body.transactions).toMatchObject([
      {
        type: 'receive',
        sku: 'A',
        quantity_change: 2,
        quantity_after: 3,
        order_id: order.id,
        line_item_id: first,
        receipt_id: body.receipt.id,
        reference: 'DN-1',
      },
    ])
    const rest = (await receive()).body
    expect(rest.order).toMatchObject({
      status: 'received',
      received_at: expect.any(String),
      total_quantity_received: 8,
    })
    expect([await quantityOf(items[0]?.id ?? ''), await quantityOf(items[1]?.id ?? '')]).toEqual([6, 4])
    const receipts = (await call('GET', `/orders/${order.id}/receipts`)).body
    expect([receipts.data, receipts.pagination.total]).toEqual([[rest.receipt, body.receipt], 2])
    const ofOrder = (await call('GET', `/transactions?order_id=${order.id}`)).body
    expect(ofOrder.data).toEqual([...rest.transactions].reverse().concat(body.transactions))
    expect(ofOrder.pagination.total).toBe(3)
    const reversed = await call('POST', `/transactions/${ofOrder.data[0]?.id}/reverse`)
    expect([reversed.status, reversed.body.error.code]).toEqual([400, 'invalid_state'])
  })

  test('a transaction with the order is the same: it books a receipt, too', async () => {
    const { items, order, first, second } = await twoLines()
    const of = { type: 'receive', order_id: order.id }
    const { status, body } = await call('POST', '/transactions', {
      transactions: [
        { ...of, line_item_id: first, quantity: 2, reference: 'DN-2' },
        { ...of, line_item_id: second, quantity: 3, sku: 'B' },
        { type: 'issue', sku: 'B', quantity: 4 },
      ],
    })
    expect(status).toBe(201)
    const receipts = (await call('GET', `/orders/${order.id}/receipts`)).body
    expect(receipts.data).toMatchObject([
      { id: body.data[0]?.receipt_id, reference: 'DN-2', lines: [{ quantity_accepted: 2 }, {}] },
    ])
    expect(body.data.map((row) => [row.sku, row.order_id, row.receipt_id, row.quantity_after])).toEqual([
      ['A', order.id, receipts.data[0]?.id, 3],
      ['B', order.id, receipts.data[0]?.id, 4],
      ['B', null, null, 0],
    ])
    expect((await call('GET', `/orders/${order.id}`)).body.status).toBe('partially_received')
    const dry = await call('POST', '/transactions', { ...of, line_item_id: first, quantity: 3, dry_run: true })
    expect([dry.status, dry.body.id, dry.body.receipt_id]).toEqual([200, null, null])
    expect(await quantityOf(items[0]?.id ?? '')).toBe(3)
  })

  test('what a receive cannot do is 400 with the line, and changes nothing', async () => {
    const { items, order, first, receive } = await twoLines()
    const of = { type: 'receive', order_id: order.id, line_item_id: first, quantity: 1 }
    const line = { line_item_id: first, quantity_accepted: 1 }
    const lineless = "The 'lines[0].line_item_id' field must be a line of the order."
    const post = (body: object) => call('POST', '/transactions', body)
    const over = `6 of the line ${first} would be received, but 5 are outstanding.`
    const tries: [ReturnType<Client>, object][] = [
      [receive({ lines: [] }), error('invalid_request', "The 'lines' field must not be empty.", 'lines')],
      [
        receive({ lines: [{ ...line, quantity_accepted: 0 }] }),
        error(
          'invalid_request',
          "The 'lines[0].quantity_accepted' field must be positive, unless something was rejected.",
          'lines[0].quantity_accepted',
        ),
      ],
      [
        receive({ lines: [{ ...line, quantity_accepted: -1 }] }),
        error(
          'invalid_request',
          "The 'lines[0].quantity_accepted' field must be a positive integer.",
          'lines[0].quantity_accepted',
        ),
      ],
      [
        receive({ lines: [{ ...line, line_item_id: 'pol_x' }] }),
        error('invalid_request', lineless, 'lines[0].line_item_id'),
      ],
      [receive({ lines: [line, { ...line, quantity_accepted: 5 }] }), error('over_receipt', over, 'lines[0]')],
      [
        receive({ lines: Array(46).fill(line) }),
        error(
          'limit_exceeded',
          "The 'lines' field must have at most 45 rows; receive the others in further requests.",
          'lines',
        ),
      ],
      [post({ ...of, quantity: 6 }), error('over_receipt', over, 'line_item_id')],
      [post({ transactions: [of, { ...of, quantity: 5 }] }), error('over_receipt', over, 'transactions[0]')],
      [post({ ...of, sku: 'B' }), error('invalid_request', "The 'sku' field must be the item of the line.", 'sku')],
      [
        post({ ...of, item_id: items[1]?.id }),
        error('invalid_request', "The 'item_id' field must be the item of the line.", 'item_id'),
      ],
      [
        post({ ...of, line_item_id: 'pol_x' }),
        error('invalid_request', "The 'line_item_id' field must be a line of the order.", 'line_item_id'),
      ],
      [
        post({ transactions: [of, { ...of, order_id: 'po_other' }] }),
        error(
          'invalid_request',
          "The 'transactions[1].order_id' field must be the same in all rows: one order a request.",
          'transactions[1].order_id',
        ),
      ],
    ]
    for (const [answer, expected] of tries) {
      const { status, body } = await answer
      expect([status, body]).toEqual([400, expected])
    }
    const lost = await post({ ...of, order_id: 'po_unknown' })
    expect([lost.status, lost.body.error.code, lost.body.error.field]).toEqual([404, 'order_not_found', 'order_id'])
    expect((await call('GET', `/orders/${order.id}`)).body).toEqual(order)
    expect(await quantityOf(items[0]?.id ?? '')).toBe(1)
  })

  test('more than is outstanding comes in on request', async () => {
    const { items, first, receive } = await twoLines()
    const { status, body } = await receive({
      lines: [{ line_item_id: first, quantity_accepted: 9 }],
      allow_over_receipt: true,
    })
    expect([status, body.order.status, body.order.line_items[0]?.quantity_outstanding]).toEqual([
      200,
      'partially_received',
      0,
    ])
    expect(await quantityOf(items[0]?.id ?? '')).toBe(10)
  })

  test('what stock refuses is told of the line, in the words of this request', async () => {
    const { items, first, receive } = await twoLines()
    await call('PUT', `/items/${items[0]?.id}`, { quantity: 2_147_483_647 })
    const line = await receive({ lines: [{ line_item_id: first, quantity_accepted: 1 }] })
    expect([line.status, line.body.error.field]).toEqual([400, 'lines[0].quantity_accepted'])
    const all = await receive()
    expect([all.status, all.body.error.code, all.body.error.field]).toEqual([400, 'invalid_request', 'lines'])
  })

  test('an item in trash refuses the delivery', async () => {
    const { items, first, receive } = await twoLines()
    await call('DELETE', `/items/${items[0]?.id}`)
    const { status, body } = await receive({ lines: [{ line_item_id: first, quantity_accepted: 1 }] })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'item_in_trash', 'lines[0].line_item_id'])
  })

  test('45 lines go into one receive; 46 outstanding are 400, and say how to split', async () => {
    const rows = Array.from({ length: 46 }, (_, index) => ({ name: 'Bolt', sku: `S-${index}` }))
    await call('POST', '/items/batch', { items: rows })
    const order = await addOrder({ line_items: rows.map(({ sku }) => ({ sku, quantity_ordered: 2 })) })
    const all = await call('POST', `/orders/${order.id}/receive`)
    expect([all.status, all.body]).toEqual([
      400,
      error(
        'limit_exceeded',
        "46 lines are outstanding: name at most 45 of them in 'lines', and receive the others in further requests.",
        'lines',
      ),
    ])
    const lines = order.line_items.slice(0, 45).map(({ id }) => ({ line_item_id: id, quantity_accepted: 2 }))
    const most = await call('POST', `/orders/${order.id}/receive`, { lines }, { 'Idempotency-Key': 'most' })
    expect([most.status, most.body.transactions.length, most.body.order.status]).toEqual([
      200,
      45,
      'partially_received',
    ])
    expect((await call('POST', `/orders/${order.id}/receive`)).body.order.status).toBe('received')
  })
})

describe('list', () => {
  test('newest first, without lines but with their number; every filter and sort', async () => {
    const { id } = await addItem('A')
    await addItem('B')
    const make = async (minute: number, fields: object) => {
      service.setTime(noon + minute * 60_000)
      return addOrder(fields)
    }
    await make(1, { expected_at: '2026-03-13', supplier: { name: 'Acme', reference: 'Q-17' } })
    await make(2, { expected_at: '2026-03-14', line_items: [{ sku: 'B', quantity_ordered: 1 }] })
    await make(3, { status: 'draft', expected_at: '2026-03-01', supplier: { name: 'Best Bolts' } })
    const list = async (query = '') => {
      const { status, body } = await call('GET', `/orders${query}`)
      expect(status).toBe(200)
      return body.data.map(({ order_number }) => Number(order_number.slice(3))).join()
    }
    const { data } = (await call('GET', '/orders?limit=1')).body
    expect(data[0]).toMatchObject({ line_count: 1, subtotal: '0.00', supplier: { name: 'Best Bolts' } })
    expect(data[0]).not.toHaveProperty('line_items')
    expect(await list()).toBe('3,2,1')
    expect(await list('?status=ordered')).toBe('2,1')
    expect(await list('?supplier=Acme')).toBe('2,1')
    expect(await list(`?item_id=${id}`)).toBe('3,1')
    expect(await list('?search=q-17')).toBe('1')
    expect(await list('?search=bolts')).toBe('3')
    expect(await list('?search=po-000002')).toBe('2')
    expect(await list('?overdue=true')).toBe('1') // expected before today, and open
    expect(await list('?overdue=false&limit=2&offset=1')).toBe('2,1')
    expect(await list('?sort=order_number')).toBe('1,2,3')
    expect(await list('?sort=expected_at')).toBe('3,1,2')
    expect(await list('?sort=-supplier')).toBe('3,1,2')
  })

  test.each([
    ['/orders?status=lost', 'status'],
    ['/orders?sort=colour', 'sort'],
    ['/orders?overdue=1', 'overdue'],
    ['/orders?state=draft', 'state'],
    ['/orders/po_01K00000000000000000000001/receipts?limit=0', 'limit'],
  ])('%s is 400 with the field', async (path, field) => {
    const { status, body } = await call('GET', path)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', field])
  })
})

test('a list shows every change right after its answer: placed, received, updated, deleted', async () => {
  await addItem('A')
  const shown = async () => {
    const { data, pagination } = (await call('GET', '/orders?sort=order_number')).body
    return [pagination.total, ...data.map(({ status, notes }) => notes ?? status)]
  }
  const draft = await addOrder({ status: 'draft' })
  expect(await shown()).toEqual([1, 'draft'])
  await call('PUT', `/orders/${draft.id}`, { notes: 'Soon' })
  const other = await addOrder()
  expect(await shown()).toEqual([2, 'Soon', 'ordered'])
  await call('DELETE', `/orders/${draft.id}`)
  expect(await shown()).toEqual([1, 'ordered'])
  for (const quantity_accepted of [1, 4]) {
    const lines = [{ line_item_id: other.line_items[0]?.id, quantity_accepted }]
    const { body } = await call('POST', `/orders/${other.id}/receive`, { lines })
    expect(await shown()).toEqual([1, body.order.status])
  }
})
