import type { Order } from '../../client'
import { type Answer, makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { actOnOrders } from '../support/orders'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'

const { call, client } = useCustomer()
const { stockItem, getQuantity } = actOnItems(client)
const { createOrder } = actOnOrders(client)

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

  test('cancel and close say when and why, and cancel what is outstanding', async () => {
    await stockItem('A')
    const cancelled = await createOrder()
    const { body } = await call('POST', `/orders/${cancelled.id}/cancel`, { cancel_reason: 'Too late' })
    expect(body).toMatchObject({ cancel_reason: 'Too late', cancelled_at: '2026-03-14T12:00:00.001Z' })
    expect(body.line_items[0]).toMatchObject({ quantity_cancelled: 5, quantity_outstanding: 0 })
    const closed = await createOrder()
    await receiveOne(closed)
    const after = (await call('POST', `/orders/${closed.id}/close`)).body
    expect(after).toMatchObject({ status: 'closed', closed_at: expect.any(String) })
    expect(after.line_items[0]).toMatchObject({ quantity_received: 1, quantity_cancelled: 4, quantity_outstanding: 0 })
  })
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

  test('sets the fields that are given; lines keep their id by place and item', async () => {
    const draft = await openDraft()
    const line_items = [lineOf('A', 6), lineOf('B', 1)]
    const { status, headers, body } = await update(draft.id, { line_items, currency: 'EUR', notes: null })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body).toMatchObject({ currency: 'EUR', notes: null, supplier: { name: 'Acme' }, total_quantity_ordered: 7 })
    expect(body.line_items[0]?.id).toBe(draft.line_items[0]?.id)
  })

  test('merges the supplier, and null clears its fields', async () => {
    const { id } = await openDraft()
    const { body } = await update(id, { supplier: { email: null, phone: '2' } })
    expect(body.supplier).toEqual({ name: 'Acme', email: null, phone: '2', reference: 'Q-1' })
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

  test('keeps the id of a line that has come to another place', async () => {
    const draft = await openDraft()
    const [line] = draft.line_items
    const { body } = await update(draft.id, {
      ...draft,
      line_items: [lineOf('B', 1), { ...line, quantity_ordered: 7 }],
    })
    const shown = body.line_items.map(({ sku, quantity_ordered, id }) => [sku, quantity_ordered, id === line?.id])
    expect(shown).toEqual([
      ['B', 1, false],
      ['A', 7, true],
    ])
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

  test.each(['PUT', 'DELETE'])('If-Match makes a %s conditional', async (method) => {
    const { id } = await openDraft()
    const body = method === 'PUT' ? { notes: 'New' } : undefined
    const stale = await call(method, `/orders/${id}`, body, { 'If-Match': '"2"' })
    const conflict = makeError('version_conflict', 'The order has changed since: its revision is 1, not 2.')
    expect([stale.status, stale.body]).toEqual([400, conflict])
    expect((await call(method, `/orders/${id}`, body, { 'If-Match': '"1"' })).status).toBeLessThan(300)
  })
})
