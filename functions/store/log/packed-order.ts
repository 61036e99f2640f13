import { orderStatuses, type Supplier } from '../../domain/orders/order'
import type { OrderHeader } from '../../domain/orders/order-totals'
import { ulidLength } from '../../domain/time'
import { makeOptional, makeWord, number, Packer, text, time } from './packing'

const optionalText = makeOptional(text)
const optionalTime = makeOptional(time)
const supplierPacker = new Packer<Supplier>({
  name: text,
  email: optionalText,
  phone: optionalText,
  reference: optionalText,
})

/** Rows keep the fields in this order for years: another one, or another field, needs a reader of the rows before. */
const packer = new Packer<Omit<OrderHeader, 'id' | 'rev'>>({
  order_number: text,
  status: makeWord(orderStatuses),
  supplier: { pack: (supplier) => supplierPacker.list(supplier), unpack: (packed) => supplierPacker.restore(packed) },
  currency: optionalText,
  expected_at: optionalText,
  location: optionalText,
  notes: optionalText,
  created_by: text,
  created_at: time,
  updated_at: time,
  ordered_at: optionalTime,
  received_at: optionalTime,
  closed_at: optionalTime,
  cancelled_at: optionalTime,
  cancel_reason: optionalText,
  subtotal: text,
  total_quantity_ordered: number,
  total_quantity_received: number,
  line_count: number,
})

export function packOrder(header: OrderHeader): string {
  return packer.pack(header)
}

/** The header after the change. Throws `TypeError` if the row does not hold it. */
export function unpackOrder(id: string, rev: number, after: string): OrderHeader {
  return { id, rev, ...packer.unpack(after) }
}

const idPrefix = 'itm_'

/** The ids without their prefix: a third of the bytes of a list. */
export function packItemIds(ids: string[]): string {
  return ids.map((id) => id.slice(idPrefix.length)).join('')
}

export function unpackItemIds(packed: string): string[] {
  const ids: string[] = []
  for (let at = 0; at < packed.length; at += ulidLength) ids.push(idPrefix + packed.slice(at, at + ulidLength))
  return ids
}
