import { makePartRefusal, RowRefusal } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import type { Order, Receipt } from '../../domain/orders/order'
import { decideGoodsReceipt, getLine, type LineToReceive, resolveLines } from '../../domain/orders/receipt'
import { chooseStamp } from '../../domain/revision'
import type { RequestedMovement } from '../../domain/stock/movement'
import { decideMovements, type StockRow } from '../../domain/stock/stock-change'
import { draftChangeset, draftUnchanged } from '../../store/commit/changeset'
import { waitWhereLate } from '../../store/commit/late-answers'
import { type Transaction, toTransactions } from '../../store/stock/transaction'
import type { Context } from '../context'
import { type ItemReference, resolveItems } from '../items/find-items'
import { makeGoodsReceipt } from '../orders/receive-order'
import type { Decision } from '../run-change'

/** A line item of an order can name the item, too. */
export type MovementRow = Omit<ItemReference, 'row'> &
  RequestedMovement & {
    expected_quantity: number | null
    expected_sequence: number | null
    /** The order and the line item that the movement receives, or null for both. */
    order_id: string | null
    line_item_id: string | null
  }
type NumberedRow = MovementRow & { row: number }

/** Moves stock: all rows or none. Rows that receive an order are recorded as one goods receipt of it. */
export async function createTransactions(context: Context, movements: MovementRow[]): Promise<Decision<Transaction[]>> {
  const { table, caller } = context
  const rows = movements.map((movement, row) => ({ ...movement, row }))
  const order = await findOrderOfRows(context, rows)
  const references = rows.map((row) => toReference(row, order))
  const items = await resolveItems(context, references)
  const at = chooseStamp(order ? [...items, order] : items, table.now())
  const goodsReceipt =
    order && decideGoodsReceipt(order, toReceiptLines(order, rows, items), toGoodsReceipt(context, rows, at), at)
  const stock = rows.map((row, index) => toStockRow(row, items[index]?.id ?? '', goodsReceipt?.receipt ?? null))
  const changes = { items: decideMovements(items, stock, at), order: goodsReceipt }
  const changeset = draftChangeset(caller, at, changes)
  return { changeset, result: toTransactions(changeset.log) }
}

/** All rows must name the same order, since a database transaction has room for one. */
async function findOrderOfRows({ reader }: Context, rows: NumberedRow[]): Promise<Order | null> {
  const first = rows.find(({ order_id }) => order_id !== null)
  if (!first?.order_id) return null
  const other = rows.find(({ order_id }) => order_id !== null && order_id !== first.order_id)
  if (other) throw makePartRefusal(other.row, 'order_id', 'must be the same in all rows: one order a request')
  const order = await reader.order(first.order_id)
  if (order) return order
  throw new RowRefusal('order_not_found', first.row, 'order_id', () => 'There is no such order.')
}

function toReference({ row, item_id, sku, order_id, line_item_id }: NumberedRow, order: Order | null): ItemReference {
  if (order === null || order_id === null || item_id !== null || sku !== null) return { row, item_id, sku }
  return { row, item_id: getLine(order, { row, line_item_id }).item_id, sku }
}

/** Refused for a row that names another item than its line. */
function toReceiptLines(order: Order, rows: NumberedRow[], items: Item[]) {
  const lines = rows.flatMap(({ row, order_id, line_item_id, sku, quantity }, index): LineToReceive[] => {
    if (order_id === null || line_item_id === null) return []
    if (getLine(order, { row, line_item_id }).item_id !== items[index]?.id)
      throw makePartRefusal(row, sku === null ? 'item_id' : 'sku', 'must be the item of the line')
    return [{ row, line_item_id, quantity_accepted: quantity, quantity_rejected: 0, rejection_reason: null }]
  })
  return resolveLines(order, lines, false)
}

/** The goods receipt takes its reference and note from the first row that receives. */
function toGoodsReceipt({ caller }: Context, rows: NumberedRow[], at: number) {
  const { reference = null, note = null } = rows.find(({ order_id }) => order_id !== null) ?? {}
  return makeGoodsReceipt(caller, at, { reference, note })
}

function toStockRow(
  { row, item_id: _, sku: __, expected_quantity, expected_sequence, ...movement }: NumberedRow,
  itemId: string,
  receipt: Receipt | null,
): StockRow {
  const receipt_id = movement.order_id === null ? null : receipt?.id
  return { row, itemId, expected_quantity, expected_sequence, movement: { ...movement, receipt_id } }
}

/** A transaction that is not committed, so that nothing has an id. */
export type DraftedTransaction = Omit<Transaction, 'id'> & { id: null }

/**
 * What `createTransactions` would do. Nothing is committed. Once a count is answered, every later list has all
 * transactions of the item that came before: a stocktake looks among them for what it has booked already.
 */
export async function tryTransactions(context: Context, movements: MovementRow[]): Promise<DraftedTransaction[]> {
  const { table, caller } = context
  const { changeset, result } = await createTransactions(context, movements)
  const counted = (changeset?.changes.items ?? []).filter(({ movement }) => movement?.type === 'count')
  await Promise.all(counted.map(({ before }) => before && waitWhereLate(table, draftUnchanged(caller, before), [])))
  return result.map((transaction) => ({ ...transaction, id: null, receipt_id: null }))
}
