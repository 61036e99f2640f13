import { changePlan } from '../../admin/companies/companies'
import { parseCursor } from '../../functions/domain/log/event-cursor'
import { dayMs } from '../../functions/domain/time'
import { makeError, tell } from '../support/client'
import { actOnItems } from '../support/items'
import { actOnOrders } from '../support/orders'
import { rehearse } from '../support/rehearse'
import { useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, customer, call, client } = useCustomer()
const { stockItem } = actOnItems(client)
const { createOrder } = actOnOrders(client)

/** Ids of one millisecond are in no order: so the call is a second later. */
const later = <Call extends (...args: never[]) => unknown>(call: Call): Call =>
  ((...args: never[]) => {
    service.setTime(service.now() + 1_000)
    return call(...args)
  }) as Call
const getObject = (event: { data: { object: unknown } }) => event.data.object
const settle = () => service.setTime(service.now() + 16_000)
const read = async (query = '') => (await call('GET', `/events?${query}`)).body
const listTypes = async (query = '') => (await read(query)).data.map(({ type }: { type: string }) => type)

test('an event, whole: what happened, to what, by whom, in which request', async () => {
  const item = await stockItem('A', 3)
  const { headers, body } = await call('PUT', `/items/${item.id}`, { name: 'Nut', quantity: 5 })
  settle()
  const { data, cursor, has_more } = await read(`after=${(await read('limit=1')).cursor}`)
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^evt_[0-9A-Z]{29}$/),
      type: 'item.stock_changed',
      created_at: '2026-03-14T12:00:00.001Z',
      resource_id: item.id,
      data: { object: body, previous: { name: 'Item A', quantity: 3 } },
      actor: { type: 'api_key', id: customer.keyId, name: null },
      request_id: headers.get('x-request-id'),
    },
  ])
  expect([cursor, has_more]).toEqual([expect.any(String), false])
})

rehearse('items, orders and snapshots tell their story in order, each change once', async () => {
  const { id } = await stockItem('A', 3)
  await later(client.updateItem)(id, { reorder_point: 2 })
  await later(client.createTransactions)({ type: 'issue', sku: 'A', quantity: 2 })
  const draft = { status: 'draft' as const, line_items: [{ sku: 'A', quantity_ordered: 2 }] }
  const order = await later(createOrder)(draft)
  await later(client.updateOrder)(order.id, { notes: 'Gate 2' })
  await later(client.placeOrder)(order.id)
  await later(client.receiveOrder)(order.id)
  await later(client.deleteOrder)((await later(createOrder)(draft)).id)
  await later(client.cancelOrder)((await later(createOrder)(draft)).id)
  await later(client.deleteItem)(id)
  await later(client.restoreItem)(id)
  const snapshot = await later(client.createSnapshot)()
  await later(client.restoreSnapshot)(snapshot.id)
  await later(client.deleteSnapshot)(snapshot.id)
  settle()
  expect(await listTypes()).toEqual([
    ...['item.created', 'item.updated', 'item.stock_changed', 'item.low_stock'],
    ...['order.created', 'order.updated', 'order.placed', 'order.received', 'item.stock_changed', 'item.restocked'],
    ...['order.created', 'order.deleted', 'order.created', 'order.cancelled', 'item.deleted', 'item.restored'],
    ...['snapshot.created', 'snapshot.created', 'snapshot.restored', 'snapshot.deleted'],
  ])
})

rehearse('what is deleted is shown as it was last', async () => {
  const { id } = await stockItem('A', 3)
  const order = await createOrder({ status: 'draft', line_items: [{ item_id: id, quantity_ordered: 2 }] })
  const snapshot = await client.createSnapshot({ name: 'First' })
  await later(client.deleteOrder)(order.id)
  await later(client.deleteItem)(id)
  const [trashed] = (await client.listTrash()).data
  await later(client.deleteSnapshot)(snapshot.id)
  settle()
  const { data } = await read('types=item.deleted,order.deleted,snapshot.deleted')
  const { line_items: _, ...header } = order
  const deleted = { ...header, line_count: 1, updated_at: expect.any(String) }
  expect(data.map(getObject)).toEqual([deleted, trashed, snapshot])
})

test('it ends 15 seconds ago, and a page without rows moves the cursor', async () => {
  await stockItem('A', 3)
  service.setTime(noon + 15_000)
  const empty = await read()
  expect(empty).toEqual({ data: [], cursor: expect.any(String), has_more: false })
  service.setTime(noon + 15_001)
  const { data, cursor } = await read(`after=${empty.cursor}`)
  expect(data).toHaveLength(1)
  service.setTime(noon + 60_000)
  const later = await read(`after=${cursor}`)
  expect([later.data, later.cursor > cursor]).toEqual([[], true])
  expect(parseCursor(later.cursor)).toEqual({ row: expect.stringMatching(/~$/), given: null })
})

test('pages of any size give the same events, also where one ends between two events of a change', async () => {
  const { id } = await stockItem('A', 3)
  for (const reorder_point of [5, 1, 5]) await client.updateItem(id, { reorder_point })
  settle()
  const { data } = await read()
  expect(data).toHaveLength(7)
  for (const limit of [1, 2, 3, 4]) {
    const events = []
    for (let query = '', more = true; more; ) {
      const page = await read(`limit=${limit}${query}`)
      expect(page.data.length).toBeLessThanOrEqual(limit)
      events.push(...page.data)
      query = `&after=${page.cursor}`
      more = page.has_more
    }
    expect(events).toEqual(data)
  }
})

test('types select, also by the kind of object', async () => {
  await stockItem('A', 3)
  await later(createOrder)({ status: 'draft', line_items: [{ sku: 'A', quantity_ordered: 1 }] })
  await later(stockItem)('B', 3)
  settle()
  expect(await listTypes('types=order.*')).toEqual(['order.created'])
  expect(await listTypes('types=snapshot.*,item.created')).toEqual(['item.created', 'item.created'])
  expect(await listTypes('types=*')).toHaveLength(3)
  const { cursor } = await read('types=item.created&limit=1')
  expect(await listTypes(`types=item.created&after=${cursor}`)).toEqual(['item.created'])
})

test('since is exclusive, and in the future it waits', async () => {
  await stockItem('A', 3)
  service.setTime(noon + 1_000)
  await stockItem('B', 3)
  settle()
  const { data } = await read(`since=${new Date(noon).toISOString()}`)
  expect(data.map(getObject)).toMatchObject([{ sku: 'B' }])
  const future = await read(`since=${new Date(noon + dayMs).toISOString()}`)
  await stockItem('C', 3)
  settle()
  expect((await read(`after=${future.cursor}`)).data).toEqual([])
})

test.each(['nonsense', 'MTow'])('after=%s is no cursor', async (after) => {
  const message = "The 'after' field must be a cursor that the service gave out."
  const { status, body } = await call('GET', `/events?after=${after}`)
  expect([status, body]).toEqual([400, makeError('invalid_request', message, 'after')])
})

test('after and since are two places to begin', async () => {
  const query = `after=${(await read()).cursor}&since=2026-03-14T12:00:00Z`
  expect(await tell(call('GET', `/events?${query}`))).toEqual([400, 'invalid_request', 'since'])
})

test('a gap is never silent: what the plan does not show any more is cursor_expired', async () => {
  await stockItem('A', 3)
  settle()
  const { cursor } = await read()
  service.setTime(noon + 31 * dayMs)
  expect((await call('GET', `/events?after=${cursor}`)).status).toBe(200)
  await changePlan(service.rows, customer.company, 'starter')
  for (const [field, value] of Object.entries({ after: cursor, since: '2026-03-14T12:00:00Z' }))
    expect(await tell(call('GET', `/events?${field}=${value}`))).toEqual([400, 'cursor_expired', field])
  expect(await read()).toEqual({ data: [], cursor: expect.any(String), has_more: false })
})

test.each(['audit', 'transactions'])('%s: until in the future is refused', async (list) => {
  const until = (at: number) => tell(call('GET', `/${list}?until=${new Date(at).toISOString()}`))
  expect(await until(service.now() + 1)).toEqual([400, 'invalid_request', 'until'])
  expect(await until(service.now())).toEqual([200])
})
