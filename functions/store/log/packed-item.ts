import { mapFields, type ValuesOf } from '../../domain/fields'
import { type Item, toItem, toItemValues } from '../../domain/items/item'
import { itemFields } from '../../domain/items/item-fields'
import type { LogRow } from './log-row'
import { Packer, packings } from './packing'

const { rev: _, ...fields } = itemFields
const packer = new Packer<ValuesOf<typeof fields>>(mapFields(fields, 'kind', packings), fields)

export function packItem(item: Item): string {
  return packer.pack(toItemValues(item))
}

/** The item after the change. Throws `TypeError` if the row does not hold it. */
export function unpackItem({ item_id, rev, after }: Pick<LogRow, 'item_id' | 'rev' | 'after'>): Item {
  return toItem({ id: item_id ?? '', rev, ...packer.unpack(after) })
}
