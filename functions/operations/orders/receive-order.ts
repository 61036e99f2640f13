import type { Caller } from '../../domain/companies/caller'
import { Refusal, RowRefusal } from '../../domain/errors'
import type { GoodsReceiptLine, Order, Receipt } from '../../domain/orders/order'
import {
  decideGoodsReceipt,
  type GoodsReceipt,
  type ReceiptLine,
  resolveLines,
  toStockRows,
} from '../../domain/orders/receipt'
import { chooseStamp } from '../../domain/revision'
import { decideMovements } from '../../domain/stock/stock-change'
import { draftChangeset } from '../../store/commit/changeset'
import { type Transaction, toTransactions } from '../../store/stock/transaction'
import { makeUlid } from '../../store/time/ulids'
import type { Context } from '../context'
import { resolveItems } from '../items/find-items'
import type { Decision } from '../run-change'
import { getOrder } from './get-order'

/** `lines` is null for everything outstanding. */
export type ReceiveRequest = {
  lines: GoodsReceiptLine[] | null
  reference: string | null
  note: string | null
  allow_over_receipt: boolean
}

export type ReceivedOrder = { order: Order; receipt: Receipt; transactions: Transaction[] }

/** The stock, the receipt and the order's new state are in one database transaction. */
export async function receiveOrder(
  context: Context,
  id: string,
  { lines: requested, reference, note, allow_over_receipt }: ReceiveRequest,
): Promise<Decision<ReceivedOrder>> {
  const order = await getOrder(context, id)
  const requestedLines = requested?.map((line, row) => ({ ...line, row })) ?? null
  const lines = resolveLines(order, requestedLines, allow_over_receipt)
  return bookGoodsReceipt(context, order, lines, { reference, note }).catch((error: unknown) => {
    throw requested === null ? nameLine(error, lines, 'received') : error
  })
}

async function bookGoodsReceipt(
  context: Context,
  order: Order,
  lines: ReceiptLine[],
  details: Pick<GoodsReceipt, 'reference' | 'note'>,
): Promise<Decision<ReceivedOrder>> {
  const { table, caller } = context
  const acceptedLines = lines.filter(({ quantity_accepted }) => quantity_accepted > 0)
  const references = acceptedLines.map(({ row, item_id }) => ({ row, item_id, sku: null }))
  const items = await resolveItems(context, references)
  const at = chooseStamp([order, ...items], table.now())
  const change = decideGoodsReceipt(order, lines, makeGoodsReceipt(caller, at, details), at)
  const { after, receipt } = change
  const stockChange = decideMovements(items, toStockRows(receipt, lines), at)
  const changeset = draftChangeset(caller, at, { items: stockChange, order: change })
  return { changeset, result: { order: after, receipt, transactions: toTransactions(changeset.log) } }
}

/** The request has no field for a line that it did not name, so the message names the line. */
export function nameLine(error: unknown, lines: { line_item_id: string | null; sku: string }[], verb: string): unknown {
  const line = error instanceof RowRefusal ? lines[error.row] : undefined
  if (!(error instanceof RowRefusal) || line === undefined) return error
  const message = `The line ${line.line_item_id} (${line.sku}) cannot be ${verb}. ${error.message}`
  return new Refusal(error.code, message, error.code === 'insufficient_stock' ? 'quantity' : undefined)
}

/** `at` is in epoch milliseconds. */
export function makeGoodsReceipt(
  caller: Caller,
  at: number,
  details: Pick<GoodsReceipt, 'reference' | 'note'>,
): GoodsReceipt {
  return { ...details, id: `rcp_${makeUlid(at)}`, received_by: caller.userId }
}
