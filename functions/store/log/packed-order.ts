import { mapFields } from '../../domain/fields'
import { orderFields, type Supplier, supplierFields } from '../../domain/orders/order-fields'
import { orderStatuses } from '../../domain/orders/order-status'
import type { OrderHeader } from '../../domain/orders/order-totals'
import { ulidLength } from '../../domain/time'
import { makeWord, Packer, type Packing, packings } from './packing'

const supplierPacker = new Packer<Supplier>(mapFields(supplierFields, 'kind', packings), supplierFields)
const supplier: Packing<Supplier> = {
  pack: (values) => supplierPacker.list(values),
  unpack: (packed) => supplierPacker.restore(packed),
}

const { rev: _, ...fields } = orderFields
const packer = new Packer<Omit<OrderHeader, 'id' | 'rev'>>(
  mapFields(fields, 'kind', { ...packings, status: () => makeWord(orderStatuses), supplier: () => supplier }),
  fields,
)

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
