import type { FieldChanges } from '../revision'

export const orderStatuses = ['draft', 'ordered', 'partially_received', 'received', 'cancelled', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export type Supplier = { name: string; email: string | null; phone: string | null; reference: string | null }

/** `sku` and `name` are the item's when it was ordered. `unit_cost` is a decimal string. */
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

/** What a client can set in a draft. `expected_at` is a date, `currency` an ISO 4217 code. */
export type OrderFields = {
  supplier: Supplier
  currency: string | null
  expected_at: string | null
  location: string | null
  notes: string | null
  line_items: OrderLine[]
}

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

/** Fields that clients get, and cannot set. */
export const readOnlyOrderFields = [
  'id',
  'order_number',
  'status',
  'subtotal',
  'total_quantity_ordered',
  'total_quantity_received',
  'created_by',
  'created_at',
  'updated_at',
  'ordered_at',
  'received_at',
  'closed_at',
  'cancelled_at',
  'cancel_reason',
] as const

/** The same of a line. */
export const readOnlyLineFields = [
  'sku',
  'name',
  'quantity_received',
  'quantity_rejected',
  'quantity_cancelled',
  'quantity_outstanding',
  'line_total',
] as const

/** `supplier` is merged, field by field. `line_items` replaces all lines. */
export type OrderPatch = { [Field in Exclude<keyof OrderFields, 'supplier'>]?: OrderFields[Field] | undefined } & {
  supplier?: { [Field in keyof Supplier]?: Supplier[Field] | undefined } | undefined
}

export type OrderChange = {
  action: 'create' | 'update' | 'delete'
  before: Order | null
  after: Order
  changes: FieldChanges
  receipt: Receipt | null
}

/** What is accepted is added to stock. What is rejected stays outstanding. */
export type GoodsReceiptLine = {
  line_item_id: string
  quantity_accepted: number
  quantity_rejected: number
  rejection_reason: string | null
}

/** `received_by` is the user's id. */
export type Receipt = {
  id: string
  order_id: string
  reference: string | null
  note: string | null
  lines: (GoodsReceiptLine & Pick<OrderLine, 'item_id' | 'sku'>)[]
  received_by: string
  created_at: string
}

/** At least 0, even if more was received than ordered. */
export function countOutstanding({ quantity_ordered, quantity_received, quantity_cancelled }: OrderLine): number {
  return Math.max(0, quantity_ordered - quantity_received - quantity_cancelled)
}
