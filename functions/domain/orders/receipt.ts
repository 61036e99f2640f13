import { invalidPart, Refused, RowRefused } from '../errors'
import type { StockRow } from '../stock/stock-change'
import { type DeliveredLine, type Order, type OrderChange, type OrderLine, outstanding, type Receipt } from './order'
import { changedOrder, requireState } from './order-states'

/** Lines of one receipt at the most: two writes for each, and the order's own, must fit a transaction of 100. */
export const maxReceiptLines = 45

/** A line as a request names it. `row` is its number there, from 0. */
export type RequestedLine = DeliveredLine & { row: number }

/** A line of the order as a delivery takes it. */
export type ReceivedLine = RequestedLine & Pick<OrderLine, 'item_id' | 'sku'>

export type Delivery = Pick<Receipt, 'id' | 'reference' | 'note' | 'received_by'>

/**
 * What an order takes of the lines that a request names, or, for null, everything outstanding: one entry for each line item.
 * Refused where the order cannot be received, has no such line, or has less outstanding.
 */
export function linesToReceive(order: Order, requested: RequestedLine[] | null, allowOver: boolean): ReceivedLine[] {
  requireState(order, 'received')
  if (requested === null) return everythingOutstanding(order)
  const lines = summed(order, requested)
  if (!allowOver) for (const line of lines) requireOutstanding(order, line)
  return lines
}

/** Books a delivery of `lines`, as `linesToReceive` gave them. The order is received once nothing is outstanding. */
export function receiveOrder(
  order: Order,
  lines: ReceivedLine[],
  delivery: Delivery,
  at: number,
): OrderChange & { receipt: Receipt } {
  const created_at = new Date(at).toISOString()
  const line_items = order.line_items.map((line) => booked(line, lines))
  const complete = line_items.every((line) => outstanding(line) === 0)
  const begun = line_items.some((line) => line.quantity_received > 0)
  const status = complete ? 'received' : begun ? 'partially_received' : order.status
  const change = changedOrder(order, { line_items, status, received_at: complete ? created_at : null }, at)
  const receipt = { ...delivery, order_id: order.id, lines: lines.map(({ row: _, ...line }) => line), created_at }
  return { ...change, receipt }
}

/** The movements of stock that a receipt makes: what was accepted of each line. */
export function stockReceived({ id, order_id, reference, note }: Receipt, lines: ReceivedLine[]): StockRow[] {
  return lines
    .filter(({ quantity_accepted }) => quantity_accepted > 0)
    .map(({ row, item_id, line_item_id, quantity_accepted: quantity }) => ({
      row,
      itemId: item_id,
      movement: { type: 'receive', quantity, reference, note, order_id, line_item_id, receipt_id: id },
      expected_quantity: null,
    }))
}

function everythingOutstanding({ line_items }: Order): ReceivedLine[] {
  const open = line_items.filter((line) => outstanding(line) > 0)
  if (open.length > maxReceiptLines) {
    const message = `${open.length} lines are outstanding: name at most ${maxReceiptLines} of them in 'lines', and receive the others in further requests.`
    throw new Refused('limit_exceeded', message, 'lines')
  }
  return open.map((line, row) => ({
    row,
    line_item_id: line.id,
    item_id: line.item_id,
    sku: line.sku,
    quantity_accepted: outstanding(line),
    quantity_rejected: 0,
    rejection_reason: null,
  }))
}

/** One entry for each line item, where the request may have several. */
function summed(order: Order, lines: RequestedLine[]): ReceivedLine[] {
  const sums = new Map<string, ReceivedLine>()
  for (const line of lines) {
    const { item_id, sku } = lineOf(order, line)
    const sum = sums.get(line.line_item_id)
    sums.set(line.line_item_id, sum ? added(sum, line) : { ...line, item_id, sku })
  }
  return [...sums.values()]
}

function added(sum: ReceivedLine, line: RequestedLine): ReceivedLine {
  const reasons = [sum.rejection_reason, line.rejection_reason].filter((reason) => reason !== null)
  return {
    ...sum,
    quantity_accepted: sum.quantity_accepted + line.quantity_accepted,
    quantity_rejected: sum.quantity_rejected + line.quantity_rejected,
    rejection_reason: reasons.length === 0 ? null : [...new Set(reasons)].join('; '),
  }
}

function requireOutstanding(order: Order, line: RequestedLine): void {
  const { row, line_item_id, quantity_accepted } = line
  const left = outstanding(lineOf(order, line))
  if (quantity_accepted <= left) return
  const message = `${quantity_accepted} of the line ${line_item_id} would be received, but ${left} are outstanding.`
  throw new RowRefused('over_receipt', row, null, () => message)
}

function booked(line: OrderLine, received: DeliveredLine[]): OrderLine {
  const come = received.find(({ line_item_id }) => line_item_id === line.id)
  if (!come) return line
  return {
    ...line,
    quantity_received: line.quantity_received + come.quantity_accepted,
    quantity_rejected: line.quantity_rejected + come.quantity_rejected,
  }
}

/** The line of the order that is named. Refused where it has none such. */
export function lineOf(order: Order, { row, line_item_id }: { row: number; line_item_id: string | null }): OrderLine {
  const line = order.line_items.find(({ id }) => id === line_item_id)
  if (line) return line
  throw invalidPart(row, 'line_item_id', 'must be a line of the order')
}
