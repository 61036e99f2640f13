import type { Fields, FieldValues, PackedFields, ValuesOf } from '../fields'
import type { OrderStatus } from './order-status'

/** The fields of an order's supplier. */
export const supplierFields = {
  name: { kind: 'text', max: 200, request: 'set', place: 0, column: 'dictionary', label: 'Name' },
  email: { kind: 'email?', request: 'set', place: 1, column: 'dictionary?', label: 'E-mail' },
  phone: { kind: 'text?', max: 50, request: 'set', place: 2, column: 'dictionary?', label: 'Telephone' },
  reference: { kind: 'text?', max: 255, request: 'set', place: 3, column: 'text?', label: 'Their reference' },
} as const satisfies PackedFields

export type Supplier = ValuesOf<typeof supplierFields>

/** What the values of an order's fields are. */
type OrderFieldValues = FieldValues & { status: OrderStatus; supplier: Supplier }

/**
 * The fields of an order but its lines: all that has them derives from this table. A new one stands last, with the next
 * place (the next version, too): 20 and 21 are in `functions/catalogue/orders/order-layout.ts`.
 */
export const orderFields = {
  order_number: { kind: 'text', request: 'compare', place: 0, column: 'text', label: 'Order' },
  status: { kind: 'status', request: 'compare', audit: true, place: 1, column: 'status', label: 'Status' },
  supplier: { kind: 'supplier', request: 'set', place: 2, column: null, label: 'Supplier' },
  currency: { kind: 'currency?', request: 'set', audit: true, place: 3, column: 'dictionary?', label: 'Currency' },
  expected_at: { kind: 'date?', request: 'set', audit: true, place: 4, column: 'dictionary?', label: 'Expected on' },
  location: {
    kind: 'text?',
    max: 200,
    request: 'set',
    audit: true,
    place: 5,
    column: 'dictionary?',
    label: 'Deliver to',
  },
  notes: {
    kind: 'text?',
    max: 2_000,
    lines: true,
    request: 'set',
    audit: true,
    place: 6,
    column: 'text?',
    label: 'Notes',
  },
  subtotal: { kind: 'text', computed: true, request: 'compare', place: 15, column: 'text' },
  total_quantity_ordered: { kind: 'count', computed: true, request: 'compare', place: 16, column: 'number' },
  total_quantity_received: { kind: 'count', computed: true, request: 'compare', place: 17, column: 'number' },
  created_by: { kind: 'text', request: 'compare', place: 7, column: 'dictionary' },
  created_at: { kind: 'time', request: 'compare', place: 8, column: 'time' },
  updated_at: { kind: 'time', request: 'compare', place: 9, column: 'time' },
  ordered_at: { kind: 'time?', request: 'compare', place: 10, column: 'time?' },
  received_at: { kind: 'time?', request: 'compare', place: 11, column: 'time?' },
  closed_at: { kind: 'time?', request: 'compare', place: 12, column: 'time?' },
  cancelled_at: { kind: 'time?', request: 'compare', place: 13, column: 'time?' },
  cancel_reason: { kind: 'text?', request: 'compare', audit: true, place: 14, column: 'text?' },
  line_count: { kind: 'count', computed: true, request: null, place: 18, column: 'count' },
  /** Counts the changes. */
  rev: { kind: 'count', request: null, place: 19, column: 'count' },
} as const satisfies PackedFields<keyof OrderFieldValues>

/** The values of fields of `orderFields`. */
export type OrderValues<Name extends keyof typeof orderFields> = ValuesOf<
  Pick<typeof orderFields, Name>,
  OrderFieldValues
>

/** The fields of a line item. An order has at most 200, in its row alone. */
export const lineFields = {
  /** A request names the item by this, or by its SKU: see the contract. */
  item_id: { kind: 'text', request: null },
  sku: { kind: 'text', request: 'compare', audit: true, label: 'SKU' },
  name: { kind: 'text', request: 'compare', label: 'Name' },
  quantity_ordered: { kind: 'positive', request: 'set', audit: true, label: 'Ordered' },
  quantity_received: { kind: 'quantity', request: 'compare', audit: true, label: 'Received' },
  quantity_rejected: { kind: 'quantity', request: 'compare', audit: true, label: 'Rejected' },
  quantity_cancelled: { kind: 'quantity', request: 'compare', audit: true, label: 'Cancelled' },
  quantity_outstanding: { kind: 'quantity', computed: true, request: 'compare', label: 'Outstanding' },
  unit_cost: { kind: 'amount?', request: 'set', audit: true, label: 'Unit cost' },
  line_total: { kind: 'amount?', computed: true, request: 'compare', label: 'Total' },
  notes: { kind: 'text?', max: 200, lines: true, request: 'set', audit: true, label: 'Notes' },
} as const satisfies Fields
