import { createCompany } from '../../admin/companies/companies'
import { createApiKey } from '../../admin/keys/api-keys'
import { openLocalTable } from '../../cli/target'
import type { Item } from '../../functions/domain/items/item'
import type { Order } from '../../functions/domain/orders/order'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { admitRequest } from '../../functions/operations/companies/meter'
import { getLiveItem } from '../../functions/operations/items/find-items'
import { listAudit } from '../../functions/operations/log/list-audit'
import { type EventQuery, listEvents } from '../../functions/operations/log/list-events'
import { listOrders } from '../../functions/operations/orders/list-orders'
import { runChange } from '../../functions/operations/run-change'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import { listTransactions } from '../../functions/operations/stock/list-transactions'
import { hashSecret } from '../../functions/store/companies/principals'
import { measureCharge } from '../support/capacity'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { makeMovementRow, makeShop, openShop, renderJson, type Shop } from '../support/shop'
import { makeCaller, noon, useTable } from '../support/table'

// What things cost, in the engine's own accounting: the budgets of the design, exact. An item of ordinary size.

const engine = useTable()
let shop: Shop
beforeAll(async () => {
  shop = makeShop(engine.table, makeCaller())
})

const ordinary = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  sku: 'PHB-08-BLUE-25M',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}
const sale = { type: 'issue', quantity: 1, reason: 'sale', reference: 'INV-536365' } as const
const receipt = { type: 'receive', quantity: 1, reason: 'restock', reference: 'DN-2026-0314' } as const
let number = 0
const createOne = () => shop.createItem({ ...ordinary, sku: `${ordinary.sku}-${number++}` })

test.each<[string, number, number, (item: Item) => Promise<unknown>]>([
  ['create: 7 WCU (item 2, SKU 2, log 2, index 1)', 7, 1, createOne],
  ['get: 1 RCU', 1, 1, ({ id }) => getLiveItem(shop.context, id)],
  ['update: 5 WCU (item 2, log 2, index 1)', 5 + 1, 2, ({ id }) => shop.updateItem(id, { quantity: 7, name: 'Hose' })],
  ['update of the SKU: 9 WCU, two guards more', 9 + 1, 2, ({ id }) => shop.updateItem(id, { sku: 'OTHER' })],
  ['update that changes nothing: the read alone', 1, 1, ({ id, name }) => shop.updateItem(id, { name })],
  ['delete: 7 WCU, with the SKU', 7 + 1, 2, ({ id }) => shop.deleteItem(id)],
])('%s, in one call after a read of 1 RCU', async (_, units, calls, act) => {
  const item = await createOne()
  expect(await measureCharge(engine.table, () => act(item))).toEqual({ units, calls })
})

test('restore: 7 WCU, with the SKU', async () => {
  const { id } = await createOne()
  await shop.deleteItem(id)
  expect(await measureCharge(engine.table, () => shop.restoreItem(id))).toEqual({ units: 7 + 1, calls: 2 })
})

test('a transaction: 5 WCU (item 2, log 2, index 1) after a read of 1 RCU; another item in it 5 and 1 more', async () => {
  const [a, b] = [await createOne(), await createOne()]
  const issue = (...items: Item[]) => shop.move(...items.map(({ id }) => ({ ...sale, item_id: id })))
  expect(await measureCharge(engine.table, () => issue(a))).toEqual({ units: 5 + 1, calls: 2 })
  expect(await measureCharge(engine.table, () => issue(a, b))).toEqual({ units: 10 + 2, calls: 2 })
  expect(await measureCharge(engine.table, () => issue(a, a))).toEqual({ units: 8 + 1, calls: 2 }) // the item is written once
})

test('a basket of six: one call for the items by id, another for their SKUs, and one to commit', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, createOne))
  const byId = () => shop.move(...items.map(({ id }) => ({ ...sale, item_id: id })))
  const bySku = () => shop.move(...items.map(({ sku }) => ({ ...sale, sku })))
  expect(await measureCharge(engine.table, byId)).toEqual({ units: 30 + 6, calls: 2 })
  expect(await measureCharge(engine.table, bySku)).toEqual({ units: 30 + 12, calls: 3 })
})

test('after a conflict, a basket waits, and its items are read again', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, createOne))
  const rows = items.map(({ id }) => makeMovementRow({ type: 'issue', quantity: 1, item_id: id }))
  const other = makeShop(openLocalTable(engine.table.name, engine.endpoint), shop.who)
  let tries = 0
  const sell = () =>
    shop.run(async (context) => {
      const decision = await createTransactions(context, rows)
      if (tries++ < 1) await other.move({ type: 'issue', quantity: 1, item_id: items[1]?.id ?? '' })
      return decision
    })
  expect((await measureCharge(engine.table, sell)).calls).toBe(3) // two to read, one that commits
  expect(tries).toBe(2)
  const left = await Promise.all(items.map(async ({ id }) => (await shop.getItem(id)).stock.total))
  const before = items.map(({ stock }) => stock.total)
  expect(left).toEqual(before.map((total, index) => total - (index === 1 ? 2 : 1)))
})

test('an idempotency key: 2 WCU more, and for an answer again 2 RCU more than the refused attempt', async () => {
  const item = await createOne()
  const context = { ...shop.context, idempotency: { key: 'k', fingerprint: 'f'.repeat(43), row: null } }
  const issue = () =>
    runChange(
      context,
      () => createTransactions(context, [makeMovementRow({ type: 'issue', quantity: 120, item_id: item.id })]),
      ([issued]) => renderJson(issued),
    )
  expect(await measureCharge(engine.table, issue)).toEqual({ units: 5 + 2 + 1, calls: 2 })
  expect(await measureCharge(engine.table, issue)).toEqual({ units: 1 + 2, calls: 2 })
})

test('a reversal: 8 WCU, with the mark on the row that it takes back', async () => {
  const { id } = await createOne()
  const [moved] = await shop.move({ type: 'issue', quantity: 1, item_id: id })
  const back = () => shop.reverse(moved?.id ?? '')
  expect(await measureCharge(engine.table, back)).toEqual({ units: 8 + 2, calls: 3 })
})

test('an order of 10 lines: create, receive, get', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 10 }, (_, index) => shop.stockItem(`${ordinary.sku}-${index}`)))
  const lines = items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 }))
  let order: Order | undefined
  const create = async () => {
    order = await shop.order(lines)
  }
  // Order 6, number 2, log 4 and index 2; reads: 10 items, the number.
  expect(await measureCharge(engine.table, create)).toEqual({ units: 14 + 11, calls: 3 })
  const deliver = () => shop.receive(order?.id ?? '')
  // Ten items with their ledger rows 50, order 6, its log row 4 and index 2, receipt 4, write rate 1.
  // Reads: the order, 10 items.
  expect(await measureCharge(engine.table, deliver)).toEqual({ units: 67 + 11, calls: 4 })
  const get = () => shop.getOrder(order?.id ?? '')
  expect(await measureCharge(engine.table, get)).toEqual({ units: 1, calls: 1 })
})

test('a page of each list, where the log has 426 rows, 201 of them of the item, and there are 4 orders', async () => {
  const shop = await openShop(engine.table)
  const [a, b] = [await shop.stockItem('A'), await shop.stockItem('B')]
  for (let number = 0; number < 10; number++) {
    engine.setTime(noon + 100 * number) // they keep the write rate of the log
    for (const item of [a, b]) await shop.move(...Array(20).fill({ ...receipt, item_id: item.id }))
  }
  for (let number = 0; number < 4; number++) await shop.order([{ item_id: a.id, quantity_ordered: 1 }])
  engine.setTime(noon + 60_000)
  const page = { limit: 50, offset: 0 }
  const { context } = shop
  const charged = async (run: () => Promise<unknown>) => (await measureCharge(engine.table, run)).units
  expect({
    'the log, cold': await charged(() => listTransactions(context, page)),
    transactions: await charged(() => listTransactions(context, page)),
    'transactions of an item': await charged(() => listTransactions(context, { ...page, item_id: a.id })),
    audit: await charged(() => listAudit(context, page)),
    'audit of an item': await charged(() => listAudit(context, { ...page, item_id: a.id })),
    'audit, nothing since': await charged(() => listAudit(context, { ...page, since: noon + 30_000 })),
    'orders, cold': await charged(() => listOrders(context, { ...page, sort: '-created_at' })),
    orders: await charged(() => listOrders(context, { ...page, sort: '-created_at' })),
    verify: await charged(() => shop.verifyItem(a.id)),
  }).toEqual({
    'the log, cold': 32.5, // what is not counted: it is settled, so for half the cost
    transactions: 1,
    'transactions of an item': 5.5, // the item, 50 rows, and the oldest
    audit: 1,
    'audit of an item': 5.5,
    'audit, nothing since': 1,
    'orders, cold': 9, // the head, and eight partitions
    orders: 1,
    verify: 15.5,
  })
})

test('the feed: a page of 100 events of one second with 120 movements, and an empty page', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 40 }, (_, n) => shop.createItem({ ...ordinary, sku: `P-${n}` })))
  engine.setTime(noon + 60_000)
  for (let number = 0; number < 3; number++) await shop.move(...items.map(({ id }) => ({ ...receipt, item_id: id })))
  engine.setTime(noon + 120_000)
  const read = (query: Partial<EventQuery>) => listEvents(shop.context, { limit: 100, ...query })
  const since = noon + 30_000
  const { cursor } = await read({ since })
  const last = await read({ after: cursor })
  const charge = async (query: Partial<EventQuery>) => (await measureCharge(engine.table, () => read(query))).units
  const units = {
    'a page of 100': await charge({ since }),
    'the 20 after it': await charge({ after: cursor }),
    'an empty page': await charge({ after: last.cursor }),
    'nothing of a type in 120 rows': await charge({ since, types: ['order.*'] }),
  }
  process.stderr.write(`read units of the feed: ${JSON.stringify(units)}\n`)
  expect(last.events).toHaveLength(20)
  expect(units['a page of 100']).toBeLessThanOrEqual(25)
  expect(units['nothing of a type in 120 rows']).toBeLessThanOrEqual(25)
  expect(units['an empty page']).toBeLessThanOrEqual(1.5)
})

rehearse('the feed: 100 item.low_stock among 10 000 rows', async () => {
  const shop = await openShop(engine.table)
  const { companyId } = shop.context.caller
  const rows = Array.from({ length: 10_000 }, (_, n) => {
    const row = makeLogRow(companyId, { at: noon + n, type: 'issue' })
    const after = row.after?.replace('"SKU-1",7', '"SKU-1",4')
    return n % 100 === 50
      ? { ...row, after, quantity_before: 5, quantity_after: 4, changes: { quantity: [5, 4] } }
      : row
  })
  await putRows(engine.table, rows)
  engine.setTime(noon + 3_600_000)
  let [events, pages, after] = [0, 0, '']
  const { units } = await measureCharge(engine.table, async () => {
    for (let hasMore = true; hasMore; pages++) {
      const place = after === '' ? {} : { after }
      const page = await listEvents(shop.context, { ...place, types: ['item.low_stock'], limit: 100 })
      events += page.events.length
      after = page.cursor
      hasMore = page.hasMore
    }
  })
  process.stderr.write(`100 item.low_stock among 10 000 rows: ${units} read units, ${pages} pages\n`)
  expect(events).toBe(100)
})

test('meter: 1 WCU, in one call once the minute is open', async () => {
  const company = await createCompany(engine.table, { name: 'Test', plan: 'starter' })
  const of = { companyId: company.id, userId: 'usr_1', plan: company.plan }
  const key = { ...of, name: null, expiresAt: null, prefix: 'sk_test_' } as const
  const { secret } = await createApiKey(engine.table, { ...key, scopes: ['read'] })
  await admitRequest(engine.table, hashSecret(secret))
  const admit = () => admitRequest(engine.table, hashSecret(secret))
  expect(await measureCharge(engine.table, admit)).toEqual({ units: 1, calls: 1 })
})

test('the registration of a job: 5 WCU (its row 2, check of the company 2, its deletion 1), in two calls', async () => {
  const { companyId } = await openShop(engine.table)
  const job = () => runCompanyJob(engine.table, { companyId, name: 'nightly-upkeep' }, async () => {})
  expect(await measureCharge(engine.table, job)).toEqual({ units: 5, calls: 2 })
})
