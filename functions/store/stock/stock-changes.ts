import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import { fieldIn, Refused } from '../../domain/errors'
import type { Item } from '../../domain/item'
import type { Order } from '../../domain/order'
import { lineOf, linesToReceive, type RequestedLine, receiveOrder } from '../../domain/receipt'
import { stampAfter } from '../../domain/revision'
import type { MovementDetails, RequestedMovement } from '../../domain/stock'
import { moveStock, requireReversible, reverseMovement, type StockRow } from '../../domain/stock-change'
import type { Table } from '../client'
import { type Changes, commit, draftLog } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { untilCommitted } from '../commit/transact'
import { type ItemReference, itemsNamed } from '../items/item-references'
import { getItem } from '../items/items'
import type { LogRow } from '../log/log-row'
import { findOrder } from '../orders/order-row'
import { getMovementRow, type Transaction, transactionOf } from './stock-transactions'

/** A movement as a request has it. The line item of an order names its item, too. */
export type MovementRow = ItemReference & RequestedMovement & { expected_quantity: number | null } & LineReference
/** The line item of an order that a movement receives; null for both where it receives none. */
type LineReference = { order_id: string | null; line_item_id: string | null }

/** Moves stock, all rows or none; those that receive an order book a delivery of it. */
export function moveAll(
  table: Table,
  caller: Caller,
  rows: MovementRow[],
  keep: Keep<Transaction[]> = keepNothing,
): Promise<Transaction[]> {
  return untilCommitted(async () => {
    const { at, changes } = await planned(table, caller, rows)
    return commit(table, caller, at, changes, transactionsOf, keep)
  })
}

/** What `moveAll` would do now, without doing it: refused as that would be. */
export function rehearse(table: Table, caller: Caller, rows: MovementRow[]) {
  return untilCommitted(async () => {
    const { at, changes } = await planned(table, caller, rows)
    return transactionsOf(draftLog(caller, at, changes)).map((row) => ({ ...row, id: null, receipt_id: null }))
  })
}

/** Takes a movement back, once, by one of the opposite amount. */
export function reverse(
  table: Table,
  caller: Caller,
  id: string,
  details: MovementDetails,
  keep: Keep<Transaction> = keepNothing,
): Promise<Transaction> {
  return untilCommitted(async () => {
    const movement = transactionOf(await getMovementRow(table, caller.companyId, id))
    requireReversible(movement)
    const item = await getItem(table, caller.companyId, movement.item_id)
    const at = stampAfter([item], table.now())
    const change = reverseMovement(item, movement, { ...details, reversal_of: id }, at)
    return commit(table, caller, at, { items: [change] }, ([row]) => transactionOf(row as LogRow), keep)
  })
}

export function transactionsOf(rows: LogRow[]): Transaction[] {
  return rows.filter((row) => row.type !== undefined).map(transactionOf)
}

async function planned(table: Table, caller: Caller, rows: MovementRow[]): Promise<{ at: number; changes: Changes }> {
  const order = await orderOf(table, caller.companyId, rows)
  const items = await itemsNamed(
    table,
    caller.companyId,
    rows.map((row) => reference(row, order)),
  )
  const at = stampAfter(order ? [...items, order] : items, table.now())
  const delivery = order && received(order, rows, items, caller, at)
  const stock = rows.map(({ path, item_id: _, sku: __, expected_quantity, ...movement }, index): StockRow => {
    const receipt_id = movement.order_id === null ? null : delivery?.receipt.id
    return { path, itemId: items[index]?.id ?? '', expected_quantity, movement: { ...movement, receipt_id } }
  })
  return { at, changes: { items: moveStock(items, stock, at), order: delivery } }
}

/** The order that rows receive. One transaction has room for one. */
async function orderOf(table: Table, company: string, rows: MovementRow[]): Promise<Order | null> {
  const first = rows.find(({ order_id }) => order_id !== null)
  if (!first?.order_id) return null
  const other = rows.find(({ order_id }) => order_id !== null && order_id !== first.order_id)
  if (other) {
    const field = fieldIn(other.path, 'order_id')
    throw new Refused(
      'invalid_request',
      `The '${field}' field must be the same in all rows: one order a request.`,
      field,
    )
  }
  const order = await findOrder(table, company, first.order_id)
  if (order) return order
  throw new Refused('order_not_found', 'There is no such order.', fieldIn(first.path, 'order_id'))
}

function reference(row: MovementRow, order: Order | null): ItemReference {
  const { path, item_id, sku, order_id, line_item_id } = row
  if (order === null || order_id === null || item_id !== null || sku !== null) return { path, item_id, sku }
  return { path, item_id: lineOf(order, { path, line_item_id }).item_id, sku }
}

function received(order: Order, rows: MovementRow[], items: Item[], caller: Caller, at: number) {
  const lines = rows.flatMap((row, index): RequestedLine[] => {
    const { path, order_id, line_item_id, sku, quantity } = row
    if (order_id === null || line_item_id === null) return []
    if (lineOf(order, { path, line_item_id }).item_id !== items[index]?.id) {
      const field = fieldIn(path, sku === null ? 'item_id' : 'sku')
      throw new Refused('invalid_request', `The '${field}' field must be the item of the line.`, field)
    }
    return [{ path, line_item_id, quantity_accepted: quantity, quantity_rejected: 0, rejection_reason: null }]
  })
  const { reference = null, note = null } = rows.find(({ order_id }) => order_id !== null) ?? {}
  const delivery = { id: `rcp_${ulid(at)}`, reference, note, received_by: caller.userId }
  return receiveOrder(order, linesToReceive(order, lines, false), delivery, at)
}
