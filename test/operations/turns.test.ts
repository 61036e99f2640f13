import type { Context } from '../../functions/operations/context'
import { deleteItem, restoreItem, updateItem } from '../../functions/operations/items/item-changes'
import * as orders from '../../functions/operations/orders/order-changes'
import { receiveOrder } from '../../functions/operations/orders/receive-order'
import type { Decide, Decision } from '../../functions/operations/run-change'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import { reverseTransaction } from '../../functions/operations/stock/reverse-transaction'
import { RowsOfChange } from '../../functions/store/contention'
import { formatKey, keys, type RowKey } from '../../functions/store/schema'
import { supplier } from '../support/order'
import { everything, type Movement, makeMovementRow, openShop, type Shop } from '../support/shop'
import { useTable } from '../support/table'

const engine = useTable()
let shop: Shop
let ids: Ids
beforeAll(async () => {
  shop = await openShop(engine.table)
  ids = await fillShop()
})

/** Keeps for which rows a change has waited. */
class AskedRows extends RowsOfChange {
  readonly asked = new Set<string>()

  override async waitForTurn(rowKeys: RowKey[]): Promise<void> {
    for (const key of rowKeys) this.asked.add(formatKey(key))
  }
}

/** Decides without a commit: which rows that exist would be written, and for which the change has waited. */
async function decideAlone(decide: Decide<unknown>): Promise<{ written: string[]; asked: Set<string> }> {
  const known = new AskedRows()
  const { changeset } = await decide({ ...shop.context, table: { ...shop.table, known } })
  const { items = [], order = null } = changeset?.changes ?? {}
  const written = [
    ...items.filter(({ before }) => before).map(({ after }) => keys.item(shop.companyId, after.id)),
    // A new order changes the number, which the company has.
    ...(order ? [order.before ? keys.order(shop.companyId, order.after.id) : keys.company(shop.companyId)] : []),
  ]
  return { written: written.map(formatKey), asked: known.asked }
}

type Ids = { item: string; trashed: string; moved: string; draft: string; ordered: string; begun: string; line: string }

/** `begun`: an order of which a part was delivered. */
async function fillShop(): Promise<Ids> {
  const item = await shop.stockItem('A')
  const trashed = await shop.stockItem('B')
  await shop.deleteItem(trashed.id)
  const [moved] = await shop.move({ ...receive, item_id: item.id })
  const lines = [{ item_id: item.id, quantity_ordered: 5 }]
  const [draft, ordered, begun] = [await shop.order(lines, 'draft'), await shop.order(lines), await shop.order(lines)]
  const line = begun.line_items[0]?.id ?? ''
  await shop.move({ ...receive, order_id: begun.id, line_item_id: line })
  const orders = { draft: draft.id, ordered: ordered.id, begun: begun.id, line }
  return { item: item.id, trashed: trashed.id, moved: moved?.id ?? '', ...orders }
}

const receive = { type: 'receive', quantity: 1 } as const
const move = (context: Context, movement: Partial<Movement>) =>
  createTransactions(context, [makeMovementRow({ ...receive, ...movement })])

const header = { currency: 'EUR', expected_at: null, location: null, notes: null }

test.each<[string, rows: number, (context: Context, ids: Ids) => Promise<Decision<unknown>>]>([
  ['an update', 1, (context, { item }) => updateItem(context, item, { name: 'Nut' }, null)],
  ['a deletion', 1, (context, { item }) => deleteItem(context, item, null)],
  ['taking an item out of trash', 1, (context, { trashed }) => restoreItem(context, trashed)],
  ['a movement by id', 1, (context, { item }) => move(context, { item_id: item })],
  ['a movement by SKU', 1, (context) => move(context, { sku: 'A' })],
  ['a movement of an order', 2, (context, { begun, line }) => move(context, { order_id: begun, line_item_id: line })],
  ['a reversal', 1, (context, { moved }) => reverseTransaction(context, moved, {})],
  [
    'a new order',
    1,
    (context) => orders.createOrder(context, { ...header, status: 'draft', supplier, line_items: [] }),
  ],
  ['an update of an order', 1, (context, { draft }) => orders.updateOrder(context, draft, { notes: 'n' }, null)],
  ['a deletion of an order', 1, (context, { draft }) => orders.deleteOrder(context, draft, null)],
  ['placing an order', 1, (context, { draft }) => orders.placeOrder(context, draft)],
  ['cancelling an order', 1, (context, { ordered }) => orders.cancelOrder(context, ordered, null)],
  ['closing an order', 1, (context, { begun }) => orders.closeOrder(context, begun)],
  ['a delivery', 2, (context, { ordered }) => receiveOrder(context, ordered, everything)],
])('%s waits for its turn at each row that it changes', async (_, rows, decide) => {
  const { written, asked } = await decideAlone((context) => decide(context, ids))
  expect(written).toHaveLength(rows)
  expect([...asked]).toEqual(expect.arrayContaining(written))
})
