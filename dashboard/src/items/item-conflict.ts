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

/** Mine where I have changed something, else theirs. */
export function mergeFields(mine: ItemFields, base: StoredItem, theirs: StoredItem): ItemFields {
  const choose = <Name extends keyof ItemFields>(name: Name): ItemFields[Name] =>
    mine[name] === base.fields[name] ? theirs.fields[name] : mine[name]
  return {
    name: choose('name'),
    sku: choose('sku'),
    barcode: choose('barcode'),
    location: choose('location'),
    reorder_point: choose('reorder_point'),
  }
}

export function findDifferences(mine: ItemFields, base: StoredItem, theirs: StoredItem): Difference[] {
  const ofFields = fieldNames.flatMap((name) =>
    compareSides(texts.fields[name], { mine: mine[name], base: base.fields[name], theirs: theirs.fields[name] }),
  )
  const [was, is] = [base.quantity, theirs.quantity]
  return [...ofFields, ...compareSides(texts.quantity, { mine: was, base: was, theirs: is })]
}
