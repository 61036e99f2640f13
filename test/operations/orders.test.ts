import { openLocalTable } from '../../cli/target'
import type { Item } from '../../functions/domain/items/item'
import { listReceipts } from '../../functions/operations/orders/list-receipts'
import { placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { type ReceivedOrder, receiveOrder } from '../../functions/operations/orders/receive-order'
import { runChange } from '../../functions/operations/run-change'
import { type Fate, lost, startFaultyEngine } from '../support/faults/faulty-engine'
import { rehearse } from '../support/rehearse'
import { everything, makeShop, openShop, renderJson, type Shop } from '../support/shop'
import { useTable } from '../support/table'

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
  return [status, receipts.total, ...found.map(({ quantity }) => quantity), (await shop.log()).length]
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
  }
  for (const { id } of items) {
    const verified = await shop.verifyItem(id)
    expect(verified).toMatchObject({ consistent: true, quantity: id === first?.id ? 92 : 2 })
  }
})

async function draftTwoLines() {
  const shop = await openShop(engine.table)
  const items = [await shop.stockItem('A'), await shop.stockItem('B')] as const
  const draft = await shop.order(
    items.map(({ id }) => ({ item_id: id, quantity_ordered: 5 })),
    'draft',
  )
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
