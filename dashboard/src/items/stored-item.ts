import type { Item } from '../../../client'
import { compareSides, type Difference } from '../parts/difference'
import { fieldNames, type ItemFields } from './item-values'
import { texts } from './texts'

/** An item as it is stored, with the revision that a change of it names. */
export type StoredItem = { fields: ItemFields; quantity: number; etag: string | null }

export function toStored(item: Item, etag: string | null): StoredItem {
  const { name, sku, barcode, location, reorder_point, quantity } = item
  return { fields: { name, sku, barcode, location, reorder_point }, quantity, etag }
}

export function findDifferences(mine: ItemFields, base: StoredItem, theirs: StoredItem): Difference[] {
  const fields = fieldNames.flatMap((name) =>
    compareSides(texts.fields[name], { mine: mine[name], base: base.fields[name], theirs: theirs.fields[name] }),
  )
  const [was, is] = [base.quantity, theirs.quantity]
  return [...fields, ...compareSides(texts.quantity, { mine: was, base: was, theirs: is })]
}
