import type { Order, OrderLine } from '../../functions/domain/orders/order'
import { decideOrderCreation } from '../../functions/domain/orders/order-draft'
import type { Supplier } from '../../functions/domain/orders/order-fields'
import type { LineToReceive } from '../../functions/domain/orders/receipt'

export const supplier: Supplier = { name: 'Acme', email: null, phone: null, reference: null }

/** The line `pol_1` of the item `itm_1`, with the SKU `S-1`, for number 1. */
export function makeOrderLine(number: number, quantity_ordered: number, unit_cost: string | null = null): OrderLine {
  const named = { id: `pol_${number}`, item_id: `itm_${number}`, sku: `S-${number}`, name: 'Bolt' }
  const none = { quantity_received: 0, quantity_rejected: 0, quantity_cancelled: 0 }
  return { ...named, quantity_ordered, ...none, unit_cost, notes: null }
}

/** An order as the domain makes it, without a table: made on 2026-01-01. */
export function makeOrder(line_items: OrderLine[], status: 'draft' | 'ordered' = 'ordered'): Order {
  const own = { id: 'po_1', order_number: 'PO-000001', created_by: 'usr_1', status }
  const header = { currency: null, expected_at: null, location: null, notes: null }
  return decideOrderCreation(own, { ...header, supplier, line_items }, Date.UTC(2026, 0, 1)).after
}

/** What comes of the line `pol_1`, for number 1. */
export function deliverLine(
  number: number,
  quantity_accepted: number,
  own: Partial<LineToReceive> = {},
): LineToReceive {
  return {
    row: 0,
    line_item_id: `pol_${number}`,
    quantity_accepted,
    quantity_rejected: 0,
    rejection_reason: null,
    ...own,
  }
}
