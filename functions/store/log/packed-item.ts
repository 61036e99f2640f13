import * as z from 'zod'
import type { Item } from '../../domain/items/item'
import type { LogRow } from './log-row'

/** An item after a change, as a JSON array: field names would double the row. */
export function packed(item: Item): string {
  const { name, sku, quantity, location, barcode, reorder_point, created_at, updated_at, deleted_at } = item
  const times = [created_at, updated_at, deleted_at].map((time) => (time === null ? null : Date.parse(time)))
  const { deleted_by, sequence } = item
  return JSON.stringify([name, sku, quantity, location, barcode, reorder_point, ...times, deleted_by, sequence])
}

/** The item as it was after the change that a log row tells of. */
export function itemAfter({ item_id, rev, after }: Pick<LogRow, 'item_id' | 'rev' | 'after'>): Item {
  const [name, sku, quantity, location, barcode, reorder_point, ...rest] = Packed.parse(JSON.parse(after ?? 'null'))
  const [created, updated, deleted, deleted_by, sequence] = rest
  return {
    id: item_id ?? '',
    name,
    sku,
    quantity,
    location,
    barcode,
    reorder_point,
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
    rev,
    sequence,
    deleted_at: deleted === null ? null : new Date(deleted).toISOString(),
    deleted_by,
  }
}

const nullableText = z.string().nullable()
const nullableNumber = z.number().nullable()
const Packed = z.tuple([
  z.string(),
  z.string(),
  z.number(),
  nullableText,
  nullableText,
  nullableNumber,
  z.number(),
  z.number(),
  nullableNumber,
  nullableText,
  z.number(),
])
