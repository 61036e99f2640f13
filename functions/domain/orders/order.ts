import { listNames, type NamesOf, type ValuesOf } from '../fields'
import type { FieldChanges } from '../revision'
import { lineFields, type OrderValues, orderFields, type Supplier } from './order-fields'

/** `sku` and `name` are the item's when it was ordered. */
export type OrderLine = { id: string } & ValuesOf<
  Pick<typeof lineFields, NamesOf<typeof lineFields, 'computed', undefined>>
>

/** What a client can set in a draft. */
export type OrderFields = OrderValues<NamesOf<typeof orderFields, 'request', 'set'>> & { line_items: OrderLine[] }

export type Order = OrderValues<NamesOf<typeof orderFields, 'computed', undefined>> & {
  id: string
  line_items: OrderLine[]
}

/** Fields that clients get, and cannot set. */
export const readOnlyOrderFields = ['id', ...listNames(orderFields, 'request', 'compare')] as const

/** The same of a line. */
export const readOnlyLineFields = listNames(lineFields, 'request', 'compare')

/** What stays as it is once an order is placed. The supplier has its own, and the lines all of theirs. */
export const placedOrderFields = [...readOnlyOrderFields, 'currency'] as const
export const placedLineFields = ['id', ...(Object.keys(lineFields) as (keyof typeof lineFields)[])] as const

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

/** `received_by` and `reversed_by` are users' ids. It is reversed once, where the delivery was taken back. */
export type Receipt = {
  id: string
  order_id: string
  reference: string | null
  note: string | null
  lines: (GoodsReceiptLine & Pick<OrderLine, 'item_id' | 'sku'>)[]
  received_by: string
  created_at: string
  reversed_at: string | null
  reversed_by: string | null
}

/** At least 0, even if more was received than ordered. */
export function countOutstanding({ quantity_ordered, quantity_received, quantity_cancelled }: OrderLine): number {
  return Math.max(0, quantity_ordered - quantity_received - quantity_cancelled)
}
