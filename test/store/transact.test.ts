import { openLocalTable } from '../../cli/target'
import { type Item, updateItem } from '../../functions/domain/item'
import type { Order } from '../../functions/domain/order'
import type { Table } from '../../functions/store/client'
import { changeItem } from '../../functions/store/items/item-changes'
import { getItem, getLiveItem } from '../../functions/store/items/items'
import { getOrder } from '../../functions/store/orders/order-row'
import { receive } from '../../functions/store/stock/receiving'
import { moveAll } from '../../functions/store/stock/stock-changes'
import { type Fate, startLosingProxy } from '../../testing/losing-proxy'
import { openShop, row } from '../../testing/shop'
import { startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

type Change = (table: Table, shop: Shop, item: Item, order: Order) => Promise<unknown>
type Shop = Awaited<ReturnType<typeof openShop>>

/** Changes that would show it if they took effect twice. */
const changes: [string, Change][] = [
  [
    'an update',
    (table, { who }, { id }) =>
      changeItem(table, who, getLiveItem, id, (item, at) => updateItem(item, { quantity: item.quantity + 5 }, at)),
  ],
  [
    'a transaction',
    (table, { who }, { id }) => moveAll(table, who, [row({ type: 'receive', quantity: 5, item_id: id })]),
  ],
  [
    'a receive',
    (table, { who }, _, { id, line_items }) => {
      const line = { line_item_id: line_items[0]?.id ?? '', quantity_rejected: 0, rejection_reason: null, path: '' }
      const delivered = { reference: null, note: null, allow_over_receipt: false }
      return receive(table, who, id, { ...delivered, lines: [{ ...line, quantity_accepted: 5 }] })
    },
  ],
]
const faults: Fate[] = ['lose-answer', 'lose-request']
const cases = changes.flatMap(([name, change]) => faults.map((fault) => [name, fault, change] as const))

test.each(cases)(
  '%s, with %s several times: it is sent again as it was, and takes effect once',
  async (_, fault, change) => {
    const shop = await openShop(engine.table)
    const item = await shop.addItem('A')
    const order = await shop.order([{ item_id: item.id, quantity_ordered: 20 }])
    let faults = 4 // more than the SDK tries on its own
    const proxy = await startLosingProxy(engine.endpoint, (operation) =>
      operation === 'TransactWriteItems' && faults-- > 0 ? fault : 'pass',
    )
    const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
    try {
      await change(unreliable, shop, item, order)
    } finally {
      await proxy.stop()
    }
    expect(faults).toBeLessThanOrEqual(0)
    expect(await getItem(engine.table, shop.who.companyId, item.id)).toMatchObject({ quantity: 5, rev: 2, sequence: 1 })
    const { status, line_items } = await getOrder(engine.table, shop.who.companyId, order.id)
    if (status !== 'ordered') expect(line_items[0]?.quantity_received).toBe(5)
  },
)
