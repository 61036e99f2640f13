import type { Item } from '../../domain/items/item'
import type { LogRow } from './log-row'

type PackedItem = Omit<Item, 'id' | 'rev' | 'restored'>
type Packing<Value> = { pack: (value: Value) => unknown; unpack: (packed: unknown) => Value }

const text: Packing<string> = { pack: (value) => value, unpack: requireText }
const number: Packing<number> = { pack: (value) => value, unpack: requireNumber }
/** ISO 8601 UTC, packed as epoch milliseconds. */
const time: Packing<string> = {
  pack: (value) => Date.parse(value),
  unpack: (packed) => new Date(requireNumber(packed)).toISOString(),
}

/** Rows keep the fields in this order for years: add a new one at the end, optional, since older rows lack it. */
const packings: { [Field in keyof PackedItem]: Packing<Item[Field]> } = {
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
}

const fields = Object.keys(packings) as (keyof PackedItem)[]

/** As a JSON array: field names would double the size of the row. */
export function packItem(item: Item): string {
  const pack = <Field extends keyof PackedItem>(field: Field) => packings[field].pack(item[field])
  return JSON.stringify(fields.map(pack))
}

/** The item after the change. Throws `TypeError` if the row does not hold it. */
export function unpackItem({ item_id, rev, after }: Pick<LogRow, 'item_id' | 'rev' | 'after'>): Item {
  const values: unknown[] = JSON.parse(after ?? '[]')
  const item: Record<string, unknown> = { id: item_id ?? '', rev }
  for (let position = 0; position < fields.length; position++) {
    const field = fields[position] as keyof PackedItem
    item[field] = packings[field].unpack(values[position])
  }
  return item as Item
}

function makeOptional<Value>({ pack, unpack }: Packing<Value>): Packing<Value | null> {
  return {
    pack: (value) => (value === null ? null : pack(value)),
    unpack: (packed) => (packed === null || packed === undefined ? null : unpack(packed)),
  }
}

function requireText(packed: unknown): string {
  if (typeof packed !== 'string') throw new TypeError(`the log row of an item has ${packed} in place of a text`)
  return packed
}

function requireNumber(packed: unknown): number {
  if (typeof packed !== 'number') throw new TypeError(`the log row of an item has ${packed} in place of a number`)
  return packed
}
