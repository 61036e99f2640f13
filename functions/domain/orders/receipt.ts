import { makePartRefusal, Refusal, RowRefusal } from '../errors'
import type { StockRow } from '../stock/stock-change'
import {
  countOutstanding,
  type GoodsReceiptLine,
  type Order,
  type OrderChange,
  type OrderLine,
  type Receipt,
} from './order'
import { maxReceiptLines } from './order-limits'
import { changeOrder, requireState } from './order-states'

/** `row` is the place in the request, from 0. */
export type LineToReceive = GoodsReceiptLine & { row: number }

export type ReceiptLine = LineToReceive & Pick<OrderLine, 'item_id' | 'sku'>

export type GoodsReceipt = Pick<Receipt, 'id' | 'reference' | 'note' | 'received_by'>

/**
 * One entry for each line item: those requested, or all that are outstanding if `requested` is null. Refused with
 * `invalid_state` if the order cannot be received, `invalid_request` if it has no such line, `over_receipt` if more is
 * accepted than is outstanding (unless `allowOver`), and `limit_exceeded` if more than 45 lines are outstanding and
 * `requested` is null.
 */
export function resolveLines(order: Order, requested: LineToReceive[] | null, allowOver: boolean): ReceiptLine[] {
  requireState(order, 'received')
  if (requested === null) return listOutstanding(order)
  const lines = sumLines(order, requested)
  if (!allowOver) for (const line of lines) requireOutstanding(order, line)
  return lines
}

/** The order becomes `received` once nothing is outstanding. */
export function decideGoodsReceipt(
  order: Order,
  lines: ReceiptLine[],
  goodsReceipt: GoodsReceipt,
  at: number,
): OrderChange & { receipt: Receipt } {
  const created_at = new Date(at).toISOString()
  const own = { order_id: order.id, lines: lines.map(({ row: _, ...line }) => line), created_at }
  const receipt = { ...goodsReceipt, ...own, reversed_at: null, reversed_by: null }
  return { ...bookLines(order, lines, 1, at), receipt }
}

/** Refused with `invalid_state` where the delivery was taken back before, or the order does not allow it. */
export function requireReversibleReceipt(order: Order, { reversed_at }: Receipt): void {
  if (reversed_at !== null)
    throw new Refusal('invalid_state', `The delivery was taken back already, at ${reversed_at}.`, 'status')
  requireState(order, 'taken back', 'a delivery of it')
}

/** The order becomes what its other receipts say. */
export function decideReceiptReversal(
  order: Order,
  receipt: Receipt,
  reversed_by: string,
  at: number,
): OrderChange & { receipt: Receipt } {
  const change = bookLines(order, receipt.lines, -1, at)
  return { ...change, receipt: { ...receipt, reversed_at: new Date(at).toISOString(), reversed_by } }
}

function bookLines(order: Order, lines: GoodsReceiptLine[], times: 1 | -1, at: number): OrderChange {
  const line_items = order.line_items.map((line) => bookLine(line, lines, times))
  const complete = line_items.every((line) => countOutstanding(line) === 0)
  const begun = line_items.some((line) => line.quantity_received > 0)
  const status = complete ? 'received' : begun ? 'partially_received' : 'ordered'
  const received_at = complete ? (order.received_at ?? new Date(at).toISOString()) : null
  return changeOrder(order, { line_items, status, received_at }, at)
}

/** One for each line of which something was accepted. */
export function toStockRows({ id, order_id, reference, note }: Receipt, lines: ReceiptLine[]): StockRow[] {
  return lines
    .filter(({ quantity_accepted }) => quantity_accepted > 0)
    .map(({ row, item_id, line_item_id, quantity_accepted: quantity }) => ({
      row,
      itemId: item_id,
      movement: { type: 'receive', quantity, reference, note, order_id, line_item_id, receipt_id: id },
      expected_quantity: null,
      expected_sequence: null,
    }))
}

function listOutstanding({ line_items }: Order): ReceiptLine[] {
  const openLines = line_items.filter((line) => countOutstanding(line) > 0)
  if (openLines.length > maxReceiptLines) {
    const message = `${openLines.length} lines are outstanding: name at most ${maxReceiptLines} of them in 'lines', and receive the others in further requests.`
    throw new Refusal('limit_exceeded', message, 'lines')
  }
  return openLines.map((line, row) => ({
    row,
    line_item_id: line.id,
    item_id: line.item_id,
    sku: line.sku,
    quantity_accepted: countOutstanding(line),
    quantity_rejected: 0,
    rejection_reason: null,
  }))
}

/** Adds up rows that name the same line item. */
function sumLines(order: Order, lines: LineToReceive[]): ReceiptLine[] {
  const sums = new Map<string, ReceiptLine>()
  for (const line of lines) {
    const { item_id, sku } = getLine(order, line)
    const sum = sums.get(line.line_item_id)
    sums.set(line.line_item_id, sum ? addLine(sum, line) : { ...line, item_id, sku })
  }
  return [...sums.values()]
}

function addLine(sum: ReceiptLine, line: LineToReceive): ReceiptLine {
  const reasons = [sum.rejection_reason, line.rejection_reason].filter((reason) => reason !== null)
  return {
    ...sum,
    quantity_accepted: sum.quantity_accepted + line.quantity_accepted,
    quantity_rejected: sum.quantity_rejected + line.quantity_rejected,
    rejection_reason: reasons.length === 0 ? null : [...new Set(reasons)].join('; '),
  }
}

function requireOutstanding(order: Order, line: LineToReceive): void {
  const { row, line_item_id, quantity_accepted } = line
  const outstanding = countOutstanding(getLine(order, line))
  if (quantity_accepted <= outstanding) return
  const message = `${quantity_accepted} of the line ${line_item_id} would be received, but ${outstanding} are outstanding.`
  throw new RowRefusal('over_receipt', row, 'quantity', () => message)
}

function bookLine(line: OrderLine, receiptLines: GoodsReceiptLine[], times: 1 | -1): OrderLine {
  const part = receiptLines.find(({ line_item_id }) => line_item_id === line.id)
  if (!part) return line
  return {
    ...line,
    quantity_received: line.quantity_received + times * part.quantity_accepted,
    quantity_rejected: line.quantity_rejected + times * part.quantity_rejected,
  }
}

/** Refused with `invalid_request` if the order has no such line. */
export function getLine(order: Order, { row, line_item_id }: { row: number; line_item_id: string | null }): OrderLine {
  const line = order.line_items.find(({ id }) => id === line_item_id)
  if (line) return line
  throw makePartRefusal(row, 'line_item_id', 'must be a line of the order')
}
