import { invalidPart, RowRefused } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import type { Order, Receipt } from '../../domain/orders/order'
import { lineOf, linesToReceive, type RequestedLine, receiveOrder } from '../../domain/orders/receipt'
import { stampAfter } from '../../domain/revision'
import type { RequestedMovement } from '../../domain/stock/movement'
import { moveStock, type StockRow } from '../../domain/stock/stock-change'
import { draftChangeset } from '../../store/commit/changeset'
import { findOrder } from '../../store/orders/order-row'
import { type Transaction, transactionsOf } from '../../store/stock/transaction'
import type { Context } from '../context'
import { type ItemReference, itemsNamed } from '../items/item-references'
import { newDelivery } from '../orders/receive-order'
import type { Decision } from '../run-change'

/** A movement as a request has it. The line item of an order names its item, too. */
export type MovementRow = Omit<ItemReference, 'row'> &
  RequestedMovement & {
    expected_quantity: number | null
    /** The line item of an order that it receives; null for both where it receives none. */
    order_id: string | null
    line_item_id: string | null
  }
type NumberedRow = MovementRow & { row: number }

/** Moves stock, all rows or none; those that receive an order book a delivery of it. */
export async function createTransactions(context: Context, movements: MovementRow[]): Promise<Decision<Transaction[]>> {
  const { table, caller } = context
  const rows = movements.map((movement, row) => ({ ...movement, row }))
  const order = await orderOf(context, rows)
  const references = rows.map((row) => referenceOf(row, order))
  const items = await itemsNamed(context, references)
  const at = stampAfter(order ? [...items, order] : items, table.now())
  const delivery = order && receiveOrder(order, linesReceived(order, rows, items), deliveryOf(context, rows, at), at)
  const stock = rows.map((row, index) => stockRow(row, items[index]?.id ?? '', delivery?.receipt ?? null))
  const changes = { items: moveStock(items, stock, at), order: delivery }
  const changeset = draftChangeset(caller, at, changes)
  return { changeset, result: transactionsOf(changeset.log) }
}

/** The order that rows receive. One transaction has room for one. */
async function orderOf({ table, caller }: Context, rows: NumberedRow[]): Promise<Order | null> {
  const first = rows.find(({ order_id }) => order_id !== null)
  if (!first?.order_id) return null
  const other = rows.find(({ order_id }) => order_id !== null && order_id !== first.order_id)
  if (other) throw invalidPart(other.row, 'order_id', 'must be the same in all rows: one order a request')
  const order = await findOrder(table, caller.companyId, first.order_id)
  if (order) return order
  throw new RowRefused('order_not_found', first.row, 'order_id', () => 'There is no such order.')
}

function referenceOf({ row, item_id, sku, order_id, line_item_id }: NumberedRow, order: Order | null): ItemReference {
  if (order === null || order_id === null || item_id !== null || sku !== null) return { row, item_id, sku }
  return { row, item_id: lineOf(order, { row, line_item_id }).item_id, sku }
}

/** The lines of the order that rows receive. Refused for a row that names another item than its line. */
function linesReceived(order: Order, rows: NumberedRow[], items: Item[]) {
  const lines = rows.flatMap(({ row, order_id, line_item_id, sku, quantity }, index): RequestedLine[] => {
    if (order_id === null || line_item_id === null) return []
    if (lineOf(order, { row, line_item_id }).item_id !== items[index]?.id)
      throw invalidPart(row, sku === null ? 'item_id' : 'sku', 'must be the item of the line')
    return [{ row, line_item_id, quantity_accepted: quantity, quantity_rejected: 0, rejection_reason: null }]
  })
  return linesToReceive(order, lines, false)
}

/** The delivery's reference and note are those of the first row that receives. */
function deliveryOf({ caller }: Context, rows: NumberedRow[], at: number) {
  const { reference = null, note = null } = rows.find(({ order_id }) => order_id !== null) ?? {}
  return newDelivery(caller, at, { reference, note })
}

function stockRow(
  { row, item_id: _, sku: __, expected_quantity, ...movement }: NumberedRow,
  itemId: string,
  receipt: Receipt | null,
): StockRow {
  const receipt_id = movement.order_id === null ? null : receipt?.id
  return { row, itemId, expected_quantity, movement: { ...movement, receipt_id } }
}
