import { changePlan } from '../../admin/companies/companies'
import type { ListAuditQuery } from '../../client'
import { dayMs } from '../../functions/domain/time'
import { actOnItems } from '../support/items'
import { actOnOrders } from '../support/orders'
import { createKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const { service, customer, call, client } = useCustomer()
const { stockItem } = actOnItems(client)
const { createOrder } = actOnOrders(client)

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
      order_id: null,
      snapshot_id: null,
      request_id: headers.get('x-request-id'),
      created_at: '2026-03-14T12:00:00.001Z',
    },
  ])
})

test('items, stock and orders alike tell their story, newest first', async () => {
  const { id } = await stockItem('A', 3)
  const moved = await client.createTransactions({ type: 'issue', sku: 'A', quantity: 1 })
  const order = await createOrder({ status: 'draft', line_items: [{ sku: 'A', quantity_ordered: 2 }] })
  await client.placeOrder(order.id)
  const { receipt, transactions } = await client.receiveOrder(order.id)
  await client.deleteItem(id)
  await client.restoreItem(id)
  const story = async (query: ListAuditQuery) => {
    const { data } = await client.listAudit(query)
    return data.map(({ action, changes }) => [
      action,
      ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ])
  }
  expect(await story({ item_id: id })).toEqual([
    ['restore'],
    ['delete'],
    ['update', 'quantity: 2 → 4'],
    ['update', 'quantity: 3 → 2'],
    ['create', 'name: null → Item A', 'quantity: null → 3', 'sku: null → A'],
  ])
  expect(await story({ resource_id: order.id })).toEqual([
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
  expect(data[2]).toMatchObject({ transaction_id: transactions[0]?.id, order_id: order.id, resource_type: 'item' })
  expect(data[3]).toMatchObject({ transaction_id: moved.id, order_id: null })
  expect(receipt.id).toBe(transactions[0]?.receipt_id)
  const newest = await client.listAudit({ limit: 3 })
  expect(newest.data.map(({ resource_type }) => resource_type)).toEqual(['item', 'item', 'item'])
})

test('all filters, and their combinations, with exact totals', async () => {
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
    ['action=update', 1],
    ['action=delete', 1],
    ['action=restore', 1],
    [`item_id=${a.id}`, 2],
    [`item_id=${b.id}`, 3],
    [`item_id=${b.id}&action=delete`, 1],
    ['user_id=usr_2', 2],
    [`user_id=usr_2&item_id=${b.id}`, 1],
    ['user_id=usr_3', 0],
    ['since=2026-03-14T12:00:00.000Z', 4], // exclusive
    ['since=2026-03-14T11:59:59.999Z', 6],
    ['until=2026-03-14T12:00:00.000Z', 2], // inclusive
    ['since=2026-03-14T12:00:00Z&until=2026-03-14T12:01:59Z', 2],
    [`since=2026-03-14T12:00:00Z&item_id=${b.id}`, 2],
    [`until=2026-03-14T12:01:59Z&item_id=${b.id}`, 2],
    ['since=2026-03-14T12:01:00Z&until=2026-03-14T12:00:00Z', 0], // the end before the start
    [`since=2026-03-14T12:01:00Z&until=2026-03-14T12:00:00Z&item_id=${b.id}`, 0],
    ['since=9999-12-31T23:59:59Z', 0],
    ['since=0001-01-01T00:00:00Z', 6],
    ['until=0001-01-01T00:00:00Z', 0],
    ['resource_type=item', 5],
    ['resource_type=order', 1],
    ['resource_type=snapshot', 0],
    [`resource_id=${order.id}`, 1],
    [`resource_id=${order.id}&resource_type=item`, 0],
    [`resource_id=${a.id}&item_id=${b.id}`, 0],
    [`resource_id=${a.id}&action=update&user_id=usr_2`, 1],
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
  const old = await call('GET', '/audit?since=2020-01-01T00:00:00Z&until=2021-01-01T00:00:00Z')
  expect([old.status, old.body.data]).toEqual([200, []])
})
