import { openLocalTable } from '../../cli/target'
import type { Item } from '../../functions/domain/items/item'
import { listReceipts } from '../../functions/operations/orders/get-order'
import { cancelOrder, closeOrder, placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { type ReceivedOrder, receiveOrder } from '../../functions/operations/orders/receive-order'
import { suggestOrders } from '../../functions/operations/orders/suggest-orders'
import { runChange } from '../../functions/operations/run-change'
import { measureCharge } from '../support/capacity'
import { type Fate, lost, startFaultyEngine } from '../support/faults/faulty-engine'
import { supplier as acme } from '../support/order'
import { rehearse } from '../support/rehearse'
import { everything, makeContext, makeShop, openShop, renderJson, type Shop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** Receives all of an order under an idempotency key. */
async function receiveOnce(shop: Shop, order: string, key = 'delivery-1') {
  const context = { ...shop.context, idempotency: { key, fingerprint: 'f', row: null } }
  const received: ReceivedOrder[] = []
  const answered = await runChange(
    context,
    () => receiveOrder(context, order, everything),
    (result) => {
      received.push(result)
      return renderJson(result)
    },
  )
  return { ...answered, received: received.at(-1) }
}

async function createOrderOfTwo() {
  const shop = await openShop(engine.table)
  const items = [await shop.stockItem('A', 1), await shop.stockItem('B', 1)]
  const order = await shop.order(items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 })))
  return { shop, items, order }
}

/** What a receive writes, as it stands: all of it, or nothing. */
async function readEffects({ shop, items, order }: Awaited<ReturnType<typeof createOrderOfTwo>>) {
  const { status } = await shop.getOrder(order.id)
  const receipts = await listReceipts(shop.context, order.id, { limit: 1, offset: 0 })
  const found = await Promise.all(items.map(({ id }) => shop.getItem(id)))
  const verified = await Promise.all(items.map(({ id }) => shop.verifyItem(id)))
  expect(verified.every(({ consistent }) => consistent)).toBe(true)
  return [status, receipts.total, ...found.map(({ stock }) => stock.total), (await shop.log()).length]
}
const nothing = ['ordered', 0, 1, 1, 3]
const once = ['received', 1, 6, 6, 6]

// The calls of a keyed receive, in order.
const calls = ['the order’s read', 'the items’ read', 'the transaction']
const refused: Fate = { arrives: false, answer: { status: 400, type: 'AccessDeniedException' } }
const faults: [string, (call: number, at: number) => Fate | null, typeof once][] = [
  ['is lost once', (call, at) => (call === at ? lost['reset before'] : null), once],
  ['loses its answer once', (call, at) => (call === at ? lost['reset after'] : null), once],
  ['and all that follow are refused', (call, at) => (call >= at ? refused : null), nothing],
  [
    'loses its answer, and all that follow are refused',
    (call, at) => (call === at ? lost['reset after'] : call > at ? refused : null),
    nothing,
  ],
]
const cases = calls.flatMap((call, at) =>
  faults.map(([fault, fate, expected]) => [call, fault, at, fate, expected] as const),
)

test.each(cases)(
  '%s %s: everything or nothing, and once after a retry',
  async (...[call, fault, at, fate, expected]) => {
    const story = await createOrderOfTwo()
    const { shop, order } = story
    let count = 0
    const proxy = await startFaultyEngine(engine.endpoint, () => fate(count++, at))
    const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
    try {
      await receiveOnce(makeShop(unreliable, shop.who), order.id).catch((error: Error) => error)
    } finally {
      await proxy.stop()
    }
    expect(count).toBeGreaterThan(at)
    const committed = call === 'the transaction' && fault.startsWith('loses')
    expect(await readEffects(story)).toEqual(committed ? once : expected)
    const { replayed, answer } = await receiveOnce(shop, order.id)
    expect([replayed, answer.status]).toEqual([committed || expected === once, 200])
    expect(await readEffects(story)).toEqual(once)
  },
)

test('three receives of the same outstanding lines at once: the stock goes up once', async () => {
  const story = await createOrderOfTwo()
  const three = [1, 2, 3].map(() => story.shop.receive(story.order.id))
  const outcomes = await Promise.allSettled(three)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_state', field: 'status' })
  expect(await readEffects(story)).toEqual(once)
})

rehearse('45 lines in one transaction, the answer kept with it: all of one item, or each of its own', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 45 }, (_, index) => shop.stockItem(`S-${index}`)))
  const [first] = items
  for (const named of [items, items.map(() => first as (typeof items)[number])]) {
    const order = await shop.order(named.map(({ id }) => ({ item_id: id, quantity_ordered: 2 })))
    const { received } = await receiveOnce(shop, order.id, order.id)
    expect(received?.transactions).toHaveLength(45)
    expect(received?.order.status).toBe('received')
    const back = await shop.takeBack(order.id, received?.receipt.id ?? '')
    expect([back.transactions.length, back.order.status]).toEqual([45, 'ordered'])
    await shop.receive(order.id)
  }
  for (const { id } of items) {
    const verified = await shop.verifyItem(id)
    expect(verified).toMatchObject({ consistent: true, quantity: id === first?.id ? 92 : 2 })
  }
})

async function draftTwoLines() {
  const shop = await openShop(engine.table)
  const items = [await shop.stockItem('A'), await shop.stockItem('B')] as const
  const lines = items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 }))
  const draft = await shop.order(lines, 'draft')
  const ids = draft.line_items.map(({ id }) => id)
  const request = (item: Item, id?: string) => ({
    ...(id === undefined ? {} : { id }),
    ...{ item_id: item.id, sku: null, quantity_ordered: 2, unit_cost: null, notes: null },
  })
  const replaceLines = async (line_items: ReturnType<typeof request>[]) => {
    const { line_items: lines } = await shop.run((context) => updateOrder(context, draft.id, { line_items }, null))
    return lines.map(({ id }) => id)
  }
  return { shop, items, draft, ids, request, replaceLines }
}

test('a line without an id keeps that of its place, if its item is the same', async () => {
  const { items, ids, request, replaceLines } = await draftTwoLines()
  const [first, second] = await replaceLines([request(items[0]), request(items[0])])
  expect(first).toBe(ids[0])
  expect(ids).not.toContain(second)
})

test('an id that another line names is that line’s alone: the order can be placed', async () => {
  const { shop, items, draft, ids, request, replaceLines } = await draftTwoLines()
  const [first, second] = await replaceLines([request(items[0]), request(items[1], ids[0])])
  expect(second).toBe(ids[0])
  expect(ids).not.toContain(first)
  expect((await shop.run((context) => placeOrder(context, draft.id))).status).toBe('ordered')
})

const suggest = (shop: Shop, ids?: string[]) => suggestOrders(shop.context, ids)
const bolts = { ...acme, name: 'Bolts Ltd', email: 'orders@bolts.example', reference: 'Offer 77' }
const low = (shop: Shop, sku: string, quantity = 3) => shop.createItem({ sku, quantity, reorder_point: 10 })
/** Of two orders of one millisecond, either may count as the newer one. */
function orderLater(shop: Shop, ...order: Parameters<Shop['order']>) {
  engine.setTime(engine.table.now() + 1)
  return shop.order(...order)
}
/** What is suggested, as `supplier: SKU quantity`. */
const list = async (shop: Shop, ids?: string[]) =>
  (await suggest(shop, ids)).data.map(
    ({ supplier, line_items }) =>
      `${supplier?.name ?? null}: ${line_items.map(({ sku, quantity_ordered }) => `${sku} ${quantity_ordered}`).join()}`,
  )

test('one order for each supplier of the last order, and one without a supplier', async () => {
  const shop = await openShop(engine.table)
  const [a, b] = [await low(shop, 'A'), await low(shop, 'B'), await low(shop, 'C', 0)]
  const enough = await shop.createItem({ sku: 'D', quantity: 10, reorder_point: 10 })
  const order = async (item: { id: string }, supplier = acme) => {
    const { id } = await orderLater(shop, [{ item_id: item.id, quantity_ordered: 1 }], 'ordered', supplier)
    await shop.receive(id)
  }
  for (const item of [a, b, enough]) await order(item)
  await order(b, bolts)
  expect(await list(shop)).toEqual(['Acme: A 16', 'Bolts Ltd: B 15', 'null: C 20'])
  expect(await list(shop, [a.id, enough.id, 'itm_none'])).toEqual(['Acme: A 16'])
})

test('what drafts and open orders have outstanding is on order; what was cancelled or closed is not, nor what is in trash', async () => {
  const shop = await openShop(engine.table)
  const { id } = await low(shop, 'A')
  await shop.deleteItem((await low(shop, 'B')).id)
  const order = (quantity_ordered: number, status: 'draft' | 'ordered', supplier = acme) =>
    orderLater(shop, [{ item_id: id, quantity_ordered }], status, supplier)
  const draft = await order(4, 'draft')
  expect(await list(shop)).toEqual(['Acme: A 13'])
  const other = await order(50, 'ordered', bolts)
  expect(await list(shop)).toEqual([])
  await shop.run((context) => cancelOrder(context, other.id, null))
  expect(await list(shop)).toEqual(['Acme: A 13'])
  await shop.run((context) => placeOrder(context, draft.id))
  expect(await list(shop)).toEqual(['Acme: A 13'])
  const line_item_id = draft.line_items[0]?.id ?? ''
  const lines = [{ line_item_id, quantity_accepted: 1, quantity_rejected: 0, rejection_reason: null }]
  await shop.receive(draft.id, { lines, reference: null, note: null, allow_over_receipt: false })
  expect(await list(shop)).toEqual(['Acme: A 13'])
  await shop.run((context) => closeOrder(context, draft.id))
  expect(await list(shop)).toEqual(['Acme: A 16'])
})

test('what other companies have is not seen, nor found by its id', async () => {
  const [shop, other] = [await openShop(engine.table), await openShop(engine.table)]
  const { id } = await low(shop, 'A')
  expect(await suggest(other)).toEqual({ data: [], left_out: 0 })
  expect(await suggest(other, [id])).toEqual({ data: [], left_out: 0 })
})

rehearse('up to 100 orders are read; after drafts were made, the next suggestion has what was left out', async () => {
  const shop = await openShop(engine.table)
  for (let number = 0; number < 120; number++) {
    const { id } = await low(shop, `A-${String(number).padStart(3, '0')}`, 0)
    await shop.receive((await orderLater(shop, [{ item_id: id, quantity_ordered: 1 }])).id)
  }
  const first = await suggest(shop)
  expect([first.data.map(({ line_items }) => line_items.length), first.left_out]).toEqual([[100], 20])
  const lines = first.data[0]?.line_items ?? []
  const ordered = lines.map(({ item_id, quantity_ordered }) => ({ item_id, quantity_ordered }))
  await orderLater(shop, ordered)
  const second = await suggest(shop)
  expect(second.data.map(({ line_items }) => line_items.map(({ sku }) => sku))).toEqual([
    Array.from({ length: 20 }, (_, number) => `A-${100 + number}`),
  ])
})

test('warm: a unit for each of the two mirrors, and one for each small order', async () => {
  const shop = await openShop(engine.table)
  const items = [await low(shop, 'A'), await low(shop, 'B'), await low(shop, 'C')]
  for (const { id } of items.slice(0, 2)) await orderLater(shop, [{ item_id: id, quantity_ordered: 1 }])
  engine.setTime(noon + 60_000)
  const context = makeContext({ ...engine.table }, shop.who)
  await suggestOrders(context, undefined)
  engine.setTime(noon + 120_000)
  await suggestOrders(context, undefined)
  const charge = await measureCharge(context.table, () => suggestOrders(context, undefined))
  expect(charge).toEqual({ units: 2 + 2, calls: 3 })
})
