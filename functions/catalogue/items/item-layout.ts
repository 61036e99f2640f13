import { mapFields } from '../../domain/fields'
import { listWords } from '../../domain/fold'
import { type Item, type ItemValues, isInTrash, isPurged, toItem, toItemValues, trashMs } from '../../domain/items/item'
import { itemFields } from '../../domain/items/item-fields'
import {
  exactFilters,
  type ItemFilter,
  makeItemMatcher,
  searchFields,
  type TrashSort,
} from '../../domain/items/item-list'
import { parseSort } from '../../domain/list'
import { type Bitmap, keepPositions, keepSet } from '../columns/bitmap'
import type { Catalogue } from '../columns/catalogue'
import { ColumnSet, type ColumnsOf } from '../columns/column'
import { columnKinds } from '../columns/column-kinds'
import { type DictionaryColumn, keepWord } from '../columns/dictionary-column'
import { unsetNumber } from '../columns/number-column'
import { type ColumnLayout, findPositions, type PackedRows } from '../columns/segment'
import type { Segments } from '../columns/segments'
import { TextColumn } from '../columns/text-column'

/** Live items, or those that are in trash at `now` (epoch milliseconds). */
type ShelfFilter = ItemFilter & { where: 'live' | 'trash'; now: number }

const kinds = mapFields(itemFields, 'column', columnKinds)

export type ItemTypes = {
  row: Item
  values: ItemValues
  columns: ColumnsOf<typeof kinds>
  filter: ShelfFilter
  sort: TrashSort
}
export type ItemCatalogue = Catalogue<ItemTypes>
export type ItemSegments = Segments<ItemTypes>

export const itemLayout: ColumnLayout<ItemTypes> = {
  prefix: 'itm_',
  columns: new ColumnSet<ItemValues, ItemTypes['columns']>(kinds, itemFields),
  flatten: toItemValues,
  restore: (id, values) => toItem({ id, ...values }),
  wantsDeleted: ({ where }) => where === 'trash',
  keepMatches,
  listMatches: (items, filter) => {
    const matches = makeItemMatcher(filter)
    return items.filter((item) => isShown(item, filter) && matches(item))
  },
  nameFilter: ({ where, search, low_stock, out_of_stock, has_reorder_point, updated_since, ids, ...filter }) => {
    const seldomAskedAgain = where === 'trash' || updated_since !== undefined || ids !== undefined
    if (seldomAskedAgain) return null
    return { search, low_stock, out_of_stock, has_reorder_point, exact: exactFilters.map((field) => filter[field]) }
  },
  parseSort,
  isGone: isPurged,
}

export const liveItems = { where: 'live', now: 0 } as const

/** The quantities of all live items. */
export function sumUnits(catalogue: ItemCatalogue): number {
  return catalogue.sum(
    liveItems,
    ({ quantity }) => quantity,
    ({ stock }) => stock.total,
  )
}

export function sumQuantities({ segments }: ItemSegments): number {
  return segments.reduce((sum, { rows }) => rows.columns.quantity.reduce((total, each) => total + each, sum), 0)
}

function isShown(item: Item, { where, now }: ShelfFilter): boolean {
  return where === 'live' ? !isInTrash(item) : isInTrash(item) && !isPurged(item, now)
}

/** One loop for each filter, the cheapest and narrowest ones first: a million rows take some milliseconds. */
function keepMatches(rows: PackedRows<ItemTypes>, filter: ShelfFilter, bitmap: Bitmap): void {
  const { columns } = rows
  const { search, low_stock, out_of_stock, has_reorder_point, updated_since, ids, where, now } = filter
  if (ids !== undefined) keepPositions(bitmap, findPositions(rows, itemLayout.prefix, ids))
  for (const field of exactFilters) {
    const wanted = filter[field]
    if (wanted !== undefined) keepEqual(columns[field], wanted, bitmap)
  }
  if (low_stock === true) keepLow(columns, bitmap)
  if (out_of_stock === true) keepNumber(columns.quantity, 0, bitmap)
  if (has_reorder_point === false) keepNumber(columns.reorder_point, unsetNumber, bitmap)
  if (updated_since !== undefined) keepAfter(columns.updated_at, updated_since, bitmap)
  if (!bitmap.includes(1)) return
  if (where === 'trash') keepTrashed(columns.deleted_at, now, bitmap)
  for (const word of listWords(search ?? ''))
    keepSet(bitmap, (found) => {
      for (const field of searchFields) columns[field].setMatches(word, found)
    })
}

function keepEqual(column: TextColumn | DictionaryColumn, wanted: string, bitmap: Bitmap): void {
  if (column instanceof TextColumn) keepPositions(bitmap, column.findEqual(wanted))
  else keepWord(column, wanted, bitmap)
}

function keepLow({ quantity, reorder_point }: ItemTypes['columns'], bitmap: Bitmap): void {
  for (let position = 0, { length } = bitmap; position < length; position++)
    if ((quantity[position] ?? 0) >= (reorder_point[position] ?? unsetNumber)) bitmap[position] = 0
}

function keepNumber(numbers: Int32Array, wanted: number, bitmap: Bitmap): void {
  for (let position = 0, { length } = bitmap; position < length; position++)
    if (numbers[position] !== wanted) bitmap[position] = 0
}

function keepAfter(times: Float64Array, since: number, bitmap: Bitmap): void {
  for (let position = 0, { length } = bitmap; position < length; position++)
    if ((times[position] ?? 0) <= since) bitmap[position] = 0
}

function keepTrashed(deleted_at: Float64Array, now: number, bitmap: Bitmap): void {
  for (let position = 0, { length } = bitmap; position < length; position++)
    if ((deleted_at[position] ?? 0) + trashMs <= now) bitmap[position] = 0 // live items have 0
}
