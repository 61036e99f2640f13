import type { CreateItem, Item } from '../../../client'
import { type Faults, findFault, requireNumber, toNumber } from '../parts/numbers'

/** What the form of an item holds. Empty is unset. */
export type ItemValues = { name: string; sku: string; barcode: string; location: string; reorder_point: string }

/** What people write about an item. */
export type ItemFields = Pick<Item, keyof ItemValues>

export const fieldNames = ['name', 'sku', 'barcode', 'location', 'reorder_point'] as const

export function fillValues({ name, sku, barcode, location, reorder_point }: ItemFields): ItemValues {
  return { name, sku, barcode: barcode ?? '', location: location ?? '', reorder_point: String(reorder_point ?? '') }
}

/** As the API takes it. */
export function readFields({ name, sku, barcode, location, reorder_point }: ItemValues): ItemFields {
  return {
    name: name.trim(),
    sku: sku.trim(),
    barcode: barcode.trim() || null,
    location: location.trim() || null,
    reorder_point: toNumber(reorder_point),
  }
}

export function makeItem(values: ItemValues & { quantity: string }): CreateItem {
  return { ...readFields(values), ...(values.quantity.trim() !== '' && { quantity: requireNumber(values.quantity) }) }
}

/** What is wrong with the numbers, by the names of their fields. */
export function checkItem(values: { reorder_point: string; quantity?: string }): Faults {
  return { reorder_point: findFault(values.reorder_point), quantity: findFault(values.quantity ?? '') }
}
