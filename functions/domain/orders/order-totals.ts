import { formatAmount, parseAmount } from './money'
import { type Order, type OrderLine, outstanding } from './order'

/** The order as clients see it, with what follows from what is stored. `line_total` is null where a line has no cost. */
export function withTotals(order: Order) {
  const line_items = order.line_items.map((line) => ({
    ...line,
    quantity_outstanding: outstanding(line),
    line_total: line.unit_cost === null ? null : formatAmount(costOf(line)),
  }))
  return { ...order, ...totals(order), line_items }
}

/** What lists know of an order: all but its lines, of which they keep the number and the items. */
export type OrderHeader = Omit<Order, 'line_items'> &
  ReturnType<typeof totals> & { line_count: number; item_ids: string[] }

export function headerOf(order: Order): OrderHeader {
  const { line_items, ...header } = order
  const item_ids = [...new Set(line_items.map(({ item_id }) => item_id))]
  return { ...header, ...totals(order), line_count: line_items.length, item_ids }
}

/** A line without a cost adds nothing to `subtotal`. */
function totals({ line_items }: Order) {
  return {
    subtotal: formatAmount(line_items.reduce((sum, line) => sum + costOf(line), 0n)),
    total_quantity_ordered: line_items.reduce((sum, line) => sum + line.quantity_ordered, 0),
    total_quantity_received: line_items.reduce((sum, line) => sum + line.quantity_received, 0),
  }
}

function costOf({ unit_cost, quantity_ordered }: OrderLine): bigint {
  return unit_cost === null ? 0n : parseAmount(unit_cost) * BigInt(quantity_ordered)
}
