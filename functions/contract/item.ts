import * as z from 'zod'
import {
  computePurgeTime,
  type Item as DomainItem,
  type ItemFields,
  type readOnlyItemFields,
} from '../domain/items/item'
import { type ItemFilter, itemSorts } from '../domain/items/item-list'
import {
  anyId,
  code,
  id,
  instant,
  positive,
  quantity,
  queryBoolean,
  queryIds,
  queryText,
  readOnly,
  rows,
  text,
  timestamp,
} from './fields'
import { listOf, pageQuery, sortOf } from './page'
import { Problem } from './problem'

const name = text(200)
const sku = code(100)
const location = text(200)
const barcode = code(100)

type Settable = Record<keyof ItemFields, z.ZodType>

export const ItemParams = z.strictObject({ id: id('itm') })

export const Item = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  location: z.string().nullable(),
  barcode: z.string().nullable(),
  reorder_point: z.int().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
} satisfies Settable & Partial<Record<keyof DomainItem, z.ZodType>>)

export const TrashedItem = z.object({
  ...Item.shape,
  deleted_at: timestamp,
  deleted_by: z.string(),
  purge_at: timestamp,
})

export const CreateItem = z.strictObject({
  name,
  sku,
  quantity: quantity.default(0),
  location: location.nullable().default(null),
  barcode: barcode.nullable().default(null),
  reorder_point: quantity.nullable().default(null),
} satisfies Settable)

export const UpdateItem = z.strictObject({
  name: name.optional(),
  sku: sku.optional(),
  quantity: quantity.optional(),
  location: location.nullable().optional(),
  barcode: barcode.nullable().optional(),
  reorder_point: quantity.nullable().optional(),
  id: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
} satisfies Settable & Record<(typeof readOnlyItemFields)[number], z.ZodType>)

export const Verification = z.object({
  item_id: z.string(),
  quantity: z.int(),
  ledger_total: z.int(),
  transactions: z.int(),
  consistent: z.boolean(),
})

export const RestoreItem = z.strictObject({ sku: sku.optional() })

const filters = {
  search: queryText(200).optional(),
  location: queryText(200).optional(),
  sku: queryText(100).optional(),
  barcode: queryText(100).optional(),
  low_stock: queryBoolean.optional(),
  updated_since: instant.optional(),
  ids: queryIds(100).optional(),
} satisfies Record<keyof ItemFilter, z.ZodType>
const sort = sortOf(itemSorts)

export const ListItems = z.strictObject({ ...pageQuery, ...filters, sort: sort.default('created_at') })
export const ItemList = listOf(Item)

/** Without `sort`, the item that was deleted last comes first. */
export const ListTrash = z.strictObject({
  ...pageQuery,
  ...filters,
  sort: sortOf([...itemSorts, 'deleted_at']).optional(),
})
export const TrashList = listOf(TrashedItem)

/** A row of a batch that changes an item: `revision` is the one that the client has seen. */
export const UpdateItemRow = z.strictObject({ ...UpdateItem.shape, id: anyId, revision: positive.optional() })

/** A row of a batch whose SKU names the live item to change, or the item to make. */
export const UpsertItemRow = z.strictObject({
  name: name.optional(),
  sku,
  quantity: quantity.optional(),
  location: location.nullable().optional(),
  barcode: barcode.nullable().optional(),
  reorder_point: quantity.nullable().optional(),
  upsert: z.literal(true, { error: 'must be true or left out' }),
} satisfies Settable & { upsert: z.ZodType })

/** The handler validates each row separately, so that an invalid row is reported and the others are created. */
export const ItemRow = z.unknown()
export const CreateItems = z.strictObject({ items: rows(ItemRow, 100, 'send the rest in another request') })

export const CreatedItems = z.object({
  data: z.array(
    z.union([
      z.object({ index: z.int(), status: z.union([z.literal(200), z.literal(201)]), item: Item }),
      z.object({ index: z.int(), status: z.int(), error: Problem.shape.error }),
    ]),
  ),
})

/** Throws for a live item. */
export function renderTrashedItem(item: DomainItem) {
  const { deleted_at, deleted_by } = item
  const purge = computePurgeTime(item)
  if (deleted_at === null || deleted_by === null || purge === null) throw new Error(`the item ${item.id} is live`)
  return { ...item, deleted_at, deleted_by, purge_at: new Date(purge).toISOString() }
}
