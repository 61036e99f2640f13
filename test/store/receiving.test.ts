import { openLocalTable } from '../../cli/target'
import type { Caller } from '../../functions/domain/caller'
import { answerOnce } from '../../functions/http/idempotency'
import type { Table } from '../../functions/store/client'
import { getItem } from '../../functions/store/items/items'
import { getOrder } from '../../functions/store/orders/order-row'
import { listReceipts } from '../../functions/store/orders/orders'
import { verifyItem } from '../../functions/store/stock/ledger'
import { type Receiving, receive } from '../../functions/store/stock/receiving'
import { type Fate, startLosingProxy } from '../../testing/losing-proxy'
import { openShop } from '../../testing/shop'
import { startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

const everything = { lines: null, reference: null, note: null, allow_over_receipt: false }
const request = { key: 'delivery-1', fingerprint: 'f' }
const receiveOnce = (table: Table, caller: Caller, order: string) =>
  answerOnce<Receiving>(
    { table, caller, idempotency: request },
    (keep) => receive(table, caller, order, everything, keep),
    ({ receipt }) => ({ status: 200, body: JSON.stringify({ receipt }), etag: null, warning: null }),
  )

async function orderOfTwo() {
  const shop = await openShop(engine.table)
  const items = [await shop.addItem('A', 1), await shop.addItem('B', 1)]
  const order = await shop.order(items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 })))
  return { ...shop, items, order }
}

/** What a receive writes, as it stands: all of it, or nothing. */
async function effects({ who, items, order, log }: Awaited<ReturnType<typeof orderOfTwo>>) {
  const { status } = await getOrder(engine.table, who.companyId, order.id)
  const receipts = await listReceipts(engine.table, who.companyId, order.id, { limit: 1, offset: 0 })
  const found = await Promise.all(items.map(({ id }) => getItem(engine.table, who.companyId, id)))
  const verified = await Promise.all(items.map(({ id }) => verifyItem(engine.table, who.companyId, id)))
  expect(verified.every(({ consistent }) => consistent)).toBe(true)
  return [status, receipts.total, ...found.map(({ quantity }) => quantity), (await log()).length]
}
const nothing = ['ordered', 0, 1, 1, 3]
const once = ['received', 1, 6, 6, 6]

// The calls of a keyed receive, in order: the order, the items in parallel, the transaction.
const calls = ['the order’s read', 'an item’s read', 'another item’s read', 'the transaction']
const faults: [string, (call: number, at: number) => Fate, typeof once][] = [
  ['is lost once', (call, at) => (call === at ? 'lose-request' : 'pass'), once],
  ['loses its answer once', (call, at) => (call === at ? 'lose-answer' : 'pass'), once],
  ['and all that follow are refused', (call, at) => (call >= at ? 'refuse' : 'pass'), nothing],
  [
    'loses its answer, and all that follow are refused',
    (call, at) => (call === at ? 'lose-answer' : call > at ? 'refuse' : 'pass'),
    nothing,
  ],
]
const cases = calls.flatMap((call, at) =>
  faults.map(([fault, fate, expected]) => [call, fault, at, fate, expected] as const),
)

test.each(cases)('%s %s: everything or nothing, and once after a retry', async (call, fault, at, fate, expected) => {
  const shop = await orderOfTwo()
  let count = 0
  const proxy = await startLosingProxy(engine.endpoint, () => fate(count++, at))
  const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
  try {
    await receiveOnce(unreliable, shop.who, shop.order.id).catch((error: Error) => error)
  } finally {
    await proxy.stop()
  }
  expect(count).toBeGreaterThan(at)
  const committed = call === 'the transaction' && fault.startsWith('loses')
  expect(await effects(shop)).toEqual(committed ? once : expected)
  const { replayed, answer } = await receiveOnce(engine.table, shop.who, shop.order.id)
  expect([replayed, answer.status]).toEqual([committed || expected === once, 200])
  expect(await effects(shop)).toEqual(once)
})

test('three receives of the same outstanding lines at once: the stock goes up once', async () => {
  const shop = await orderOfTwo()
  const three = [1, 2, 3].map(() => receive(engine.table, shop.who, shop.order.id, everything))
  const outcomes = await Promise.allSettled(three)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_state', field: 'status' })
  expect(await effects(shop)).toEqual(once)
})

test('45 lines in one transaction, the answer kept with it: all of one item, or each of its own', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 45 }, (_, index) => shop.addItem(`S-${index}`)))
  const [first] = items
  for (const named of [items, items.map(() => first as (typeof items)[number])]) {
    const order = await shop.order(named.map(({ id }) => ({ item_id: id, quantity_ordered: 2 })))
    const idempotency = { key: order.id, fingerprint: 'f' }
    let received: Receiving | undefined
    await answerOnce<Receiving>(
      { table: engine.table, caller: shop.who, idempotency },
      async (keep) => {
        received = await receive(engine.table, shop.who, order.id, everything, keep)
        return received
      },
      (result) => ({ status: 200, body: JSON.stringify(result), etag: null, warning: null }),
    )
    expect(received?.transactions).toHaveLength(45)
    expect(received?.order.status).toBe('received')
  }
  for (const { id } of items) {
    const verified = await verifyItem(engine.table, shop.who.companyId, id)
    expect(verified).toMatchObject({ consistent: true, quantity: id === first?.id ? 92 : 2 })
  }
})
