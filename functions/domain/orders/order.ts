import type { FieldChanges } from '../revision'

export const orderStatuses = ['draft', 'ordered', 'partially_received', 'received', 'cancelled', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

type Supplier = { name: string; email: string | null; phone: string | null; reference: string | null }

/** A line item. `sku` and `name` are the item's when it was ordered; `unit_cost` is a decimal string. */
export type OrderLine = {
  id: string
  item_id: string
  sku: string
  name: string
  quantity_ordered: number
  quantity_received: number
  quantity_rejected: number
  quantity_cancelled: number
  unit_cost: string | null
  notes: string | null
}

/** What a client may set, while the order is a draft. `expected_at` is a date, `currency` an ISO 4217 code. */
export type OrderFields = {
  supplier: Supplier
  currency: string | null
  expected_at: string | null
  location: string | null
  notes: string | null
  line_items: OrderLine[]
}

/** A purchase order. Times are ISO 8601 UTC; `rev` counts every change. */
export type Order = OrderFields & {
  id: string
  order_number: string
  status: OrderStatus
  created_by: string
  created_at: string
  updated_at: string
  ordered_at: string | null
  received_at: string | null
  closed_at: string | null
  cancelled_at: string | null
  cancel_reason: string | null
  rev: number
}

export type OrderPatch = { [Field in keyof OrderFields]?: OrderFields[Field] | undefined }

/** One change of one order: what the store commits and the log tells. */
export type OrderChange = {
  action: 'create' | 'update' | 'delete'
  before: Order | null
  after: Order
  changes: FieldChanges
  receipt: Receipt | null
}

/** What has come of one line. Only what is accepted reaches stock; what is rejected is still to come. */
export type DeliveredLine = {
  line_item_id: string
  quantity_accepted: number
  quantity_rejected: number
  rejection_reason: string | null
}

/** A delivery against an order. `received_by` is the user, `created_at` ISO 8601 UTC. */
export type Receipt = {
  id: string
  order_id: string
  reference: string | null
  note: string | null
  lines: (DeliveredLine & Pick<OrderLine, 'item_id' | 'sku'>)[]
  received_by: string
  created_at: string
}

/** How much of a line is still to come; less than nothing never is. */
export function outstanding({ quantity_ordered, quantity_received, quantity_cancelled }: OrderLine): number {
  return Math.max(0, quantity_ordered - quantity_received - quantity_cancelled)
}
