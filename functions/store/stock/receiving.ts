import { ulid } from 'ulid'
import type { Caller } from '../../domain/caller'
import { Refused } from '../../domain/errors'
import type { Item, ItemChange } from '../../domain/item'
import type { Order } from '../../domain/order'
import { linesToReceive, type Receipt, type RequestedLine, receiveOrder, stockReceived } from '../../domain/receipt'
import { stampAfter } from '../../domain/revision'
import { moveStock, type StockRow } from '../../domain/stock-change'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { untilCommitted } from '../commit/transact'
import { itemsNamed } from '../items/item-references'
import type { LogRow } from '../log/log-row'
import { getOrder } from '../orders/order-row'
import { transactionsOf } from './stock-changes'
import type { Transaction } from './stock-transactions'

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
    const accepted = lines.filter(({ quantity_accepted }) => quantity_accepted > 0)
    const references = accepted.map(({ path, item_id }) => ({ path, item_id, sku: null }))
    const items = await itemsNamed(table, caller.companyId, references).catch(ofLine)
    const at = stampAfter([order, ...items], table.now())
    const delivery = { id: `rcp_${ulid(at)}`, reference, note, received_by: caller.userId }
    const change = receiveOrder(order, lines, delivery, at)
    const changes = { items: moved(items, stockReceived(change.receipt, lines), at), order: change }
    const resultOf = (rows: LogRow[]): Receiving => {
      return { order: change.after, receipt: change.receipt, transactions: transactionsOf(rows) }
    }
    return commit(table, caller, at, changes, resultOf, keep)
  })
}

function moved(items: Item[], rows: StockRow[], at: number): ItemChange[] {
  try {
    return moveStock(items, rows, at)
  } catch (error) {
    return ofLine(error)
  }
}

/** A refusal names the field of this request that it is about, which has its own names for item and quantity. */
function ofLine(error: unknown): never {
  if (!(error instanceof Refused) || error.field === undefined) throw error
  const [, line, name = ''] = /^(lines\[\d+\])\.(.+)$/.exec(error.field) ?? []
  const own: Record<string, string> = { item_id: 'line_item_id', quantity: 'quantity_accepted' }
  throw new Refused(error.code, error.message, line === undefined ? 'lines' : `${line}.${own[name] ?? name}`)
}
