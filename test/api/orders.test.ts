import type { CreateOrder, Order } from '../../client'
import { type Answer, tell } from '../support/client'
import { actOnItems, supplier } from '../support/items'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, call, client } = useCustomer()
const { stockItem, getQuantity, createOrder } = actOnItems(client)

test('201 with the whole order, ordered at once, and its revision as ETag', async () => {
  const [a, b] = [await stockItem('A'), await stockItem('B')]
  const header = {
    supplier: { name: 'Acme', email: 'sales@acme.example', phone: '+44 20 7946 0000', reference: 'Q-17' },
    currency: 'GBP',
    expected_at: '2026-04-01',
    location: 'Dock 2',
    notes: 'Call ahead',
  }
  const full = { item_id: a.id, quantity_ordered: 3, unit_cost: '0.105', notes: 'Box of 3' }
  const short = { sku: 'B', quantity_ordered: 2 }
  const { status, headers, body } = await call('POST', '/orders', { ...header, line_items: [full, short] })
  expect([status, headers.get('etag')]).toEqual([201, '"1"'])
  const line = { id: expect.stringMatching(/^pol_/), quantity_received: 0, quantity_rejected: 0, quantity_cancelled: 0 }
  const free = { unit_cost: null, line_total: null, notes: null }
  expect(body).toEqual({
    id: expect.stringMatching(/^po_[0-9A-Z]{26}$/),
    order_number: 'PO-000001',
    status: 'ordered',
    ...header,
    line_items: [
      { ...line, ...full, sku: 'A', name: 'Item A', quantity_outstanding: 3, line_total: '0.315' },
      { ...line, ...short, ...free, item_id: b.id, name: 'Item B', quantity_outstanding: 2 },
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

test('an order is refused with the field of its first fault, and takes no number', async () => {
  const { id } = await stockItem('A')
  const long = '𝔅'.repeat(200)
  await call('POST', '/items', { name: long, sku: 'long' })
  const order = (...lines: object[]) =>
    tell(call('POST', '/orders', { supplier, line_items: lines.map((line) => ({ ...line, quantity_ordered: 1 })) }))
  const many = Array(200).fill({ sku: 'long', notes: long }) // more than 200 KB
  expect(await order(...many)).toEqual([400, 'limit_exceeded', 'line_items'])
  const unknown = (field: string) => [404, 'item_not_found', `line_items[0].${field}`]
  for (let count = 0; count < 10; count++)
    expect(await order({ sku: 'nope' }, { item_id: 'itm_x' }, { item_id: 'itm_y' })).toEqual(unknown('sku'))
  expect(await order({ item_id: 'x' })).toEqual(unknown('item_id'))
  expect((await createOrder()).order_number).toBe('PO-000001')
  await call('DELETE', `/items/${id}`)
  expect(await order({ item_id: id })).toEqual([400, 'item_in_trash', 'line_items[0].item_id'])
  expect(await order({ sku: 'A' })).toEqual(unknown('sku'))
})

// What filters and sorts do, test/domain/lists.test.ts shows: here, that each is asked.
test('newest first, without lines but with their number; every filter', async () => {
  const { id } = await stockItem('A')
  await stockItem('B')
  const make = async (minute: number, fields: Partial<CreateOrder>) => {
    service.setTime(noon + minute * 60_000)
    return createOrder(fields)
  }
  await make(1, { expected_at: '2026-03-13', supplier: { name: 'Acme', reference: 'Q-17' } })
  await make(2, { expected_at: '2026-03-14', line_items: [{ sku: 'B', quantity_ordered: 1 }] })
  await make(3, { status: 'draft', expected_at: '2026-03-01', supplier: { name: 'Best Bolts' } })
  const list = async (query: '' | `?${string}` = '') => {
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
  expect(await list('?search=po-000002')).toBe('2')
  expect(await list('?overdue=true')).toBe('1') // expected before today, and open
  expect(await list('?overdue=false&limit=2&offset=1')).toBe('2,1')
  expect(await list('?sort=-supplier')).toBe('3,1,2')
})

describe('states', () => {
  const receiveOne = (order: Order) => {
    const lines = [{ line_item_id: order.line_items[0]?.id, quantity_accepted: 1 }]
    return call('POST', `/orders/${order.id}/receive`, { lines })
  }

  // Where each verb leads from each state, test/domain/order.test.ts shows: here, that each asks.
  test.each<[verb: string, send: (order: Order) => Promise<Answer>]>([
    ['update', ({ id }) => call('PUT', `/orders/${id}`, { notes: 'New' })],
    ['delete', ({ id }) => call('DELETE', `/orders/${id}`)],
    ['place', ({ id }) => call('POST', `/orders/${id}/place`)],
    ['receive', ({ id }) => call('POST', `/orders/${id}/receive`)],
    ['receive a part', receiveOne],
    [
      'receive by a transaction',
      ({ id, line_items: [line] }) =>
        call('POST', '/transactions', { type: 'receive', order_id: id, line_item_id: line?.id, quantity: 1 }),
    ],
    ['cancel', ({ id }) => call('POST', `/orders/${id}/cancel`, { cancel_reason: 'Too late' })],
    ['close', ({ id }) => call('POST', `/orders/${id}/close`)],
  ])('%s is refused of an order that was cancelled, and changes nothing', async (_, send) => {
    const item = await stockItem('A')
    const before = await client.cancelOrder((await createOrder({ status: 'draft' })).id)
    expect(await tell(send(before))).toEqual([400, 'invalid_state', 'status'])
    expect([await client.getOrder(before.id), await getQuantity(item.id)]).toEqual([before, 0])
  })

  test('a draft is placed with its items as they are then, and not while one is in trash', async () => {
    const { id } = await stockItem('A')
    const draft = await createOrder({ status: 'draft' })
    await call('PUT', `/items/${id}`, { name: 'Nut', sku: 'N' })
    await call('DELETE', `/items/${id}`)
    const refused = call('POST', `/orders/${draft.id}/place`)
    expect(await tell(refused)).toEqual([400, 'item_in_trash', 'line_items[0].item_id'])
    await call('POST', `/items/${id}/restore`)
    const { status, body } = await call('POST', `/orders/${draft.id}/place`)
    expect([status, body.status]).toEqual([200, 'ordered'])
    expect(body.line_items).toMatchObject([{ id: draft.line_items[0]?.id, name: 'Nut', sku: 'N', quantity_ordered: 5 }])
  })

  test('cancel says when and why, and close cancels what is outstanding', async () => {
    await stockItem('A')
    const [cancelled, closed] = [await createOrder(), await createOrder()]
    const { body } = await call('POST', `/orders/${cancelled.id}/cancel`, { cancel_reason: 'Too late' })
    expect(body).toMatchObject({ cancel_reason: 'Too late', cancelled_at: '2026-03-14T12:00:00.001Z' })
    expect(body.line_items).toMatchObject([{ quantity_cancelled: 5, quantity_outstanding: 0 }])
    await receiveOne(closed)
    const after = (await call('POST', `/orders/${closed.id}/close`)).body
    expect(after).toMatchObject({ status: 'closed', closed_at: expect.any(String) })
    expect(after.line_items).toMatchObject([{ quantity_received: 1, quantity_cancelled: 4, quantity_outstanding: 0 }])
  })
})

test('of a placed order, its day, notes, place and contact change; the rest is taken as it is, or refused', async () => {
  await stockItem('A')
  const order = await createOrder({ currency: 'EUR', line_items: [{ sku: 'A', quantity_ordered: 5, notes: 'Old' }] })
  await client.receiveOrder(order.id, {
    lines: [{ line_item_id: order.line_items[0]?.id ?? '', quantity_accepted: 1 }],
  })
  const present = await client.getOrder(order.id)
  const update = (body: object) => call('PUT', `/orders/${order.id}`, body)
  const contact = { email: 'b@acme.example', phone: null, reference: 'Q-2' }
  const changed = { expected_at: '2026-05-01', notes: 'Gate 2\n\nRing twice', location: 'Dock 2' }
  const sent = {
    ...present,
    ...changed,
    notes: ' Gate 2\r\n\rRing twice\n',
    supplier: { ...present.supplier, ...contact },
  }
  const { status, headers, body } = await update(sent)
  expect([status, headers.get('etag')]).toEqual([200, '"3"'])
  const { updated_at } = body
  expect(body).toEqual({ ...present, ...changed, supplier: { ...present.supplier, ...contact }, updated_at })
  const [line] = body.line_items
  const same = { sku: 'A', quantity_ordered: 5, notes: 'Old' }
  expect((await update({ line_items: [same], currency: 'EUR' })).headers.get('etag')).toBe('"3"')
  const others: [field: string, body: object][] = [
    ['currency', { currency: null }],
    ['supplier.name', { supplier: { name: 'Best' } }],
    ['status', { status: 'received' }],
    ['line_items', { line_items: [line, line] }],
    ['line_items[0].quantity_ordered', { line_items: [{ ...same, quantity_ordered: 6 }] }],
    ['line_items[0].notes', { line_items: [{ ...line, notes: null }] }],
    ['line_items[0].sku', { line_items: [{ ...same, sku: 'B' }] }],
  ]
  for (const [field, other] of others)
    expect(await tell(update({ ...other, notes: 'New' }))).toEqual([400, 'invalid_state', field])
  expect(await client.getOrder(order.id)).toEqual(body)
  await client.receiveOrder(order.id)
  expect(await tell(update({ notes: 'New' }))).toEqual([400, 'invalid_state', 'status'])
})

describe('update and delete of a draft', () => {
  const lineOf = (sku: string, quantity_ordered = 5) => ({ sku, quantity_ordered })
  const openDraft = async () => {
    await stockItem('A')
    await stockItem('B')
    const supplier = { name: 'Acme', email: 'a@acme.example', phone: '1', reference: 'Q-1' }
    return createOrder({ status: 'draft', notes: 'Old', supplier, line_items: [{ ...lineOf('A'), unit_cost: '2.50' }] })
  }
  const update = (id: string, body: unknown) => call('PUT', `/orders/${id}`, body)

  test('sets the fields that are given, clears what is null; lines keep their id by place and item', async () => {
    const draft = await openDraft()
    const patch = { currency: 'EUR', notes: null, supplier: { email: null, phone: '2' } }
    const line_items = [lineOf('A', 6), lineOf('B', 1)]
    const { status, headers, body } = await update(draft.id, { ...patch, line_items })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    const supplier = { name: 'Acme', email: null, phone: '2', reference: 'Q-1' }
    expect(body).toMatchObject({ currency: 'EUR', notes: null, supplier, total_quantity_ordered: 7 })
    expect(body.line_items[0]?.id).toBe(draft.line_items[0]?.id)
  })

  test('takes what was fetched, which changes and writes nothing', async () => {
    const draft = await openDraft()
    const same = { supplier: draft.supplier, line_items: [{ ...lineOf('A'), unit_cost: '2.50' }] }
    for (const sent of [draft, same]) {
      const { status, headers, body } = await update(draft.id, sent)
      expect([status, headers.get('etag'), body]).toEqual([200, '"1"', draft])
    }
    expect((await call('GET', `/audit?resource_id=${draft.id}`)).body.pagination.total).toBe(1)
  })

  const readOnly: [string, (line: object) => object][] = [
    ['total_quantity_received', () => ({ total_quantity_received: 3 })],
    ['order_number', () => ({ order_number: 'PO-999999' })],
    ['subtotal', () => ({ subtotal: '1.00' })],
    ['line_items[0].name', (line) => ({ line_items: [{ ...line, name: 'Other' }] })],
    ['line_items[0].quantity_received', (line) => ({ line_items: [{ ...line, quantity_received: 1 }] })],
    ['line_items[0].id', (line) => ({ line_items: [{ ...line, id: 'pol_none' }] })],
    ['line_items[1].id', (line) => ({ line_items: [line, line] })],
  ]
  test.each(chooseCases(readOnly, 3, chooseSeed()))('refuses another %s', async (field, change) => {
    const draft = await openDraft()
    const sent = { ...draft, ...change(draft.line_items[0] ?? {}) }
    expect(await tell(update(draft.id, sent))).toEqual([400, 'invalid_request', field])
  })
})
