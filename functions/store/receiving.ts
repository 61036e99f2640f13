import { ulid } from 'ulid'
import type { Caller } from '../domain/caller'
import type { Order } from '../domain/order'
import { linesToReceive, type Receipt, type RequestedLine, receiveOrder } from '../domain/receipt'
import { stampAfter } from '../domain/revision'
import { moveStock, type StockRow } from '../domain/stock-change'
import type { Table } from './client'
import { commit } from './commit'
import { type Keep, keepNothing } from './idempotency'
import { itemsNamed } from './item-references'
import { getOrder } from './orders'
import { transactionsOf } from './stock-changes'
import { untilCommitted } from './transact'
import type { Transaction } from './transactions'

/** What has come: the lines, or null for everything outstanding. */
export type Delivered = {
  lines: RequestedLine[] | null
  reference: string | null
  note: string | null
  allow_over_receipt: boolean
}

export type Receiving = { order: Order; receipt: Receipt; transactions: Transaction[] }

/** Receives a delivery of an order: its stock, its receipt and the order's new state in one transaction. */
export function receive(
  table: Table,
  caller: Caller,
  orderId: string,
  { lines: requested, reference, note, allow_over_receipt }: Delivered,
  keep: Keep<Receiving> = keepNothing,
): Promise<Receiving> {
  return untilCommitted(async () => {
    const order = await getOrder(table, caller.companyId, orderId)
    const lines = linesToReceive(order, requested, allow_over_receipt)
    const itemOf = new Map(order.line_items.map((line) => [line.id, line.item_id]))
    const accepted = lines
      .filter(({ quantity_accepted }) => quantity_accepted > 0)
      .map((line) => ({ ...line, item_id: itemOf.get(line.line_item_id) ?? '' }))
    const items = await itemsNamed(
      table,
      caller.companyId,
      accepted.map(({ path, item_id }) => ({ path, item_id, sku: null })),
    )
    const at = stampAfter([order, ...items], table.now())
    const change = receiveOrder(
      order,
      lines,
      { id: `rcp_${ulid(at)}`, reference, note, received_by: caller.userId },
      at,
    )
    const stock = accepted.map(({ path, item_id, line_item_id, quantity_accepted: quantity }): StockRow => {
      const of = { order_id: order.id, line_item_id, receipt_id: change.receipt.id }
      return {
        path,
        itemId: item_id,
        movement: { type: 'receive', quantity, reference, note, ...of },
        expected_quantity: null,
      }
    })
    const moved = moveStock(new Map(items.map((item) => [item.id, item])), stock, at)
    const resultOf = (rows: Parameters<typeof transactionsOf>[0]) => ({
      order: change.after,
      receipt: change.receipt,
      transactions: transactionsOf(rows),
    })
    return commit(table, caller, at, { items: moved, order: change }, resultOf, keep)
  })
}
