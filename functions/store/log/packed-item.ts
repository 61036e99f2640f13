import type { Item } from '../../domain/items/item'
import type { LogRow } from './log-row'
import { makeOptional, number, Packer, text, time } from './packing'

/** Rows keep the fields in this order for years: another one, or another field, needs a reader of the rows before. */
const packer = new Packer<Omit<Item, 'id' | 'rev' | 'restored'>>({
  name: text,
  sku: text,
  quantity: number,
  location: makeOptional(text),
  barcode: makeOptional(text),
  reorder_point: makeOptional(number),
  created_at: time,
  updated_at: time,
  deleted_at: makeOptional(time),
  deleted_by: makeOptional(text),
  sequence: number,
})

export function packItem(item: Item): string {
  return packer.pack(item)
}

/** The item after the change. Throws `TypeError` if the row does not hold it. */
export function unpackItem({ item_id, rev, after }: Pick<LogRow, 'item_id' | 'rev' | 'after'>): Item {
  return { id: item_id ?? '', rev, ...packer.unpack(after) }
}
