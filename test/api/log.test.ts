import { changePlan } from '../../admin/companies/companies'
import { parseCursor } from '../../functions/domain/log/event-cursor'
import { dayMs } from '../../functions/domain/time'
import { tell } from '../support/client'
import { actOnItems } from '../support/items'
import { rehearse } from '../support/rehearse'
import { createKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, customer, call, client } = useCustomer()
const { stockItem, createOrder } = actOnItems(client)

const total = async (query: string) => (await call('GET', `/audit?${query}`)).body.pagination.total

test('an entry, whole: what was changed, by whom, in which request', async () => {
  const item = await stockItem('A', 3)
  const { headers } = await call('PUT', `/items/${item.id}`, { name: 'Nut', location: 'Aisle 1' })
  const { status, body } = await call('GET', '/audit?limit=1')
  expect(status).toBe(200)
  expect(body.pagination).toEqual({ total: 2, limit: 1, offset: 0, has_more: true })
  expect(body.data).toEqual([
    {
      id: expect.stringMatching(/^aud_[0-9A-Z]{28}$/),
      action: 'update',
      resource_type: 'item',
      resource_id: item.id,
      item_id: item.id,
      sku: 'A',
      user_id: 'usr_1',
      actor: { type: 'api_key', id: customer.keyId, name: null },
      changes: [
        { field: 'location', from: null, to: 'Aisle 1' },
        { field: 'name', from: 'Item A', to: 'Nut' },
      ],
      transaction_id: null,
      ...{ order_id: null, receipt_id: null },
      snapshot_id: null,
      request_id: headers.get('x-request-id'),
      created_at: '2026-03-14T12:00:00.001Z',
    },
  ])
})

test('an order tells its story, newest first; what moved stock names its transaction and its order', async () => {
  const { id } = await stockItem('A', 3)
  const moved = await client.createTransactions({ type: 'issue', sku: 'A', quantity: 1 })
  const order = await createOrder({ status: 'draft', line_items: [{ sku: 'A', quantity_ordered: 2 }] })
  await client.placeOrder(order.id)
  const { receipt, transactions } = await client.receiveOrder(order.id)
  const ofOrder = (await client.listAudit({ resource_id: order.id })).data
  const format = ({ field, from, to }: (typeof ofOrder)[number]['changes'][number]) => `${field}: ${from} → ${to}`
  expect(ofOrder.map(({ action, changes }) => [action, ...changes.map(format)])).toEqual([
    ['update', 'line_items[0].quantity_received: 0 → 2', 'status: ordered → received'],
    ['update', 'status: draft → ordered'],
    [
      'create',
      'line_items[0].quantity_ordered: null → 2',
      'line_items[0].sku: null → A',
      'status: null → draft',
      'supplier.name: null → Acme',
    ],
  ])
  const { data } = await client.listAudit({ item_id: id })
  expect(data[0]).toMatchObject({ transaction_id: transactions[0]?.id, order_id: order.id, resource_type: 'item' })
  expect(data[1]).toMatchObject({ transaction_id: moved.id, order_id: null })
  expect(receipt.id).toBe(transactions[0]?.receipt_id)
})

// What combinations find, test/catalogue shows: here, that each filter is asked.
test('every filter, with exact totals', async () => {
  const [a, b] = [await stockItem('A', 3), await stockItem('B', 3)]
  service.setTime(noon + 60_000)
  const other = await createKey(service, customer.company.id, 'enterprise', { userId: 'usr_2' })
  await other.client.updateItem(a.id, { name: 'Nut' })
  await other.client.deleteItem(b.id)
  service.setTime(noon + 120_000)
  await client.restoreItem(b.id)
  const order = await createOrder()
  const expected: [string, number][] = [
    ['', 6],
    ['action=create', 3],
    [`item_id=${a.id}`, 2],
    ['user_id=usr_2', 2],
    [`item_id=${b.id}&action=delete&user_id=usr_2`, 1],
    ['since=2026-03-14T12:00:00.000Z', 4], // exclusive
    ['until=2026-03-14T12:00:00.000Z', 2], // inclusive
    [`since=2026-03-14T12:00:00Z&until=2026-03-14T12:01:59Z&item_id=${b.id}`, 1],
    ['since=9999-12-31T23:59:59Z', 0],
    ['since=0001-01-01T00:00:00Z', 6],
    ['until=0001-01-01T00:00:00Z', 0],
    ['resource_type=order', 1],
    ['resource_type=snapshot', 0],
    [`resource_id=${order.id}`, 1],
    [`resource_id=${order.id}&resource_type=item`, 0],
    [`resource_id=${a.id}&item_id=${b.id}`, 0],
    ['item_id=nonsense', 0],
    ['resource_id=snp_x', 0],
  ]
  for (const [query, count] of expected) expect([query, await total(query)]).toEqual([query, count])
})

test('the plan decides how far back it shows, and an upgrade shows what a downgrade hid', async () => {
  await stockItem('A')
  const starter = await changePlan(service.rows, customer.company, 'starter')
  const startOfDay = Date.UTC(2026, 2, 14)
  service.setTime(startOfDay + 31 * dayMs - 1)
  expect(await total('')).toBe(1)
  service.setTime(startOfDay + 31 * dayMs)
  expect(await total('')).toBe(0)
  await changePlan(service.rows, starter, 'professional')
  expect(await total('')).toBe(1)
  const old = { since: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z' }
  expect((await client.listAudit(old)).data).toEqual([])
})

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
      revision: 2,
      sequence: 2,
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

test('where to begin is told by a cursor or a time: neither by another text nor by both', async () => {
  expect(await tell(call('GET', '/events?after=nonsense'))).toEqual([400, 'invalid_request', 'after'])
  const both = `after=${(await read()).cursor}&since=2026-03-14T12:00:00Z`
  expect(await tell(call('GET', `/events?${both}`))).toEqual([400, 'invalid_request', 'since'])
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
