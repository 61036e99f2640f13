import type { Item } from '../../domain/items/item'
import {
  type ColumnKind,
  count,
  integer,
  optionalInteger,
  optionalText,
  optionalTime,
  optionalWord,
  text,
  time,
  type WordColumn,
} from '../columns'
import type { TextColumn } from '../text-column'

/** The id is kept in `ids`. The mark of a restore is not kept. */
export type PackedFields = Omit<Item, 'id' | 'restored'>
export type PackedField = keyof PackedFields

/** `ids`: the ULIDs of the ids (26 characters each, without prefix), joined, in ascending order. */
export type ItemColumns = { count: number; ids: string } & FieldColumns

type FieldColumns = {
  name: TextColumn
  sku: TextColumn
  barcode: TextColumn
  quantity: Int32Array
  reorder_point: Int32Array
  rev: Uint32Array
  sequence: Uint32Array
  location: WordColumn
  deleted_by: WordColumn
  created_at: Float64Array
  updated_at: Float64Array
  deleted_at: Float64Array
}

/** If a field of `Item` is missing here, the code does not compile. */
const kinds: { [Field in PackedField]: ColumnKind<Item[Field], FieldColumns[Field]> } = {
  name: text,
  sku: text,
  barcode: optionalText,
  quantity: integer,
  reorder_point: optionalInteger,
  rev: count,
  sequence: count,
  location: optionalWord,
  deleted_by: optionalWord,
  created_at: time,
  updated_at: time,
  deleted_at: optionalTime,
}

const packedFields = Object.keys(kinds) as PackedField[]

export const itemPrefix = 'itm_'

/** The items must be sorted by id, ascending. */
export function packColumns(items: Item[]): ItemColumns {
  const pack = <Field extends PackedField>(field: Field) => [field, kinds[field].pack(items.map((item) => item[field]))]
  return {
    count: items.length,
    ids: items.map(({ id }) => id.slice(itemPrefix.length)).join(''),
    ...(Object.fromEntries(packedFields.map(pack)) as FieldColumns),
  }
}

export function unpackFields(columns: ItemColumns, position: number): PackedFields {
  const item: Record<string, unknown> = {}
  for (const field of packedFields) item[field] = getField(columns, field, position)
  return item as PackedFields
}

export function getSortValue<Field extends PackedField>(columns: ItemColumns, field: Field, position: number) {
  return kinds[field].getSortValue(columns[field], position)
}

export function countColumnBytes(columns: ItemColumns): number {
  const count = <Field extends PackedField>(field: Field) => kinds[field].countBytes(columns[field])
  return columns.ids.length + packedFields.reduce((sum, field) => sum + count(field), 0)
}

function getField<Field extends PackedField>(columns: ItemColumns, field: Field, position: number): Item[Field] {
  return kinds[field].get(columns[field], position)
}
