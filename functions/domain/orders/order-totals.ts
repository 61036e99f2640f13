import { formatAmount, parseAmount } from './money'
import { countOutstanding, type Order, type OrderLine } from './order'

/** `line_total` is null if a line has no cost. */
export function addTotals(order: Order) {
  const line_items = order.line_items.map((line) => ({
    ...line,
    quantity_outstanding: countOutstanding(line),
    line_total: line.unit_cost === null ? null : formatAmount(computeCost(line)),
  }))
  return { ...order, ...computeTotals(order), line_items }
}

export type OrderHeader = Omit<Order, 'line_items'> & ReturnType<typeof computeTotals> & { line_count: number }

export function toHeader(order: Order): OrderHeader {
  const { line_items, ...header } = order
  return { ...header, ...computeTotals(order), line_count: line_items.length }
}

/** The ids of the items of an order, each once. */
export function listItemIds({ line_items }: Order): string[] {
  return [...new Set(line_items.map(({ item_id }) => item_id))]
}

/** A line without a cost adds nothing to `subtotal`. */
function computeTotals({ line_items }: Order) {
  return {
    subtotal: formatAmount(line_items.reduce((sum, line) => sum + computeCost(line), 0n)),
    total_quantity_ordered: line_items.reduce((sum, line) => sum + line.quantity_ordered, 0),
    total_quantity_received: line_items.reduce((sum, line) => sum + line.quantity_received, 0),
  }
}

function computeCost({ unit_cost, quantity_ordered }: OrderLine): bigint {
  return unit_cost === null ? 0n : parseAmount(unit_cost) * BigInt(quantity_ordered)
}
