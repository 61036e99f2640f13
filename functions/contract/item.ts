import * as z from 'zod'
import { mapFields, pickFields } from '../domain/fields'
import {
  computePurgeTime,
  type Item as DomainItem,
  type ItemValues,
  isInTrash,
  toItemValues,
} from '../domain/items/item'
import { itemFields } from '../domain/items/item-fields'
import { type ItemFilter, itemSorts } from '../domain/items/item-list'
import { answerSchemas, creationSchemas, filterSchemas, requestSchemas } from './field-schemas'
import { anyId, id, instant, positive, queryBoolean, queryIds, querySearch, readOnly, rows, timestamp } from './fields'
import { listOf, pageQuery, sortOf } from './page'
import { Problem } from './problem'

const settable = pickFields(itemFields, 'request', 'set')
const readOnlyFields = pickFields(itemFields, 'request', 'compare')
const settableSchemas = mapFields(settable, 'kind', requestSchemas)
const changes = z.object(settableSchemas).partial().shape

export const ItemParams = z.strictObject({ id: id('itm') })

export const Item = z.object({
  id: z.string(),
  ...mapFields(settable, 'kind', answerSchemas),
  ...mapFields(readOnlyFields, 'kind', answerSchemas),
} satisfies Partial<Record<'id' | keyof ItemValues, z.ZodType>>)

export const TrashedItem = z.object({
  ...Item.shape,
  deleted_at: timestamp,
  deleted_by: z.string(),
  purge_at: timestamp,
})

export const CreateItem = z.strictObject(mapFields(settable, 'kind', creationSchemas))

export const UpdateItem = z.strictObject({
  ...changes,
  id: readOnly,
  ...mapFields(readOnlyFields, 'request', { compare: () => readOnly }),
})

export const Verification = z.object({
  item_id: z.string(),
  quantity: z.int(),
  ledger_total: z.int(),
  transactions: z.int(),
  consistent: z.boolean(),
})

export const RestoreItem = z.strictObject({ sku: changes.sku })

const filters = {
  search: querySearch.optional(),
  ...mapFields(pickFields(itemFields, 'filter', true), 'kind', filterSchemas),
  low_stock: queryBoolean.optional(),
  out_of_stock: queryBoolean.optional(),
  has_reorder_point: queryBoolean.optional(),
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

/** A row of a batch that moves an item to trash. */
export const DeleteItemRow = z.strictObject({
  id: anyId,
  revision: positive.optional(),
  deleted: z.literal(true, { error: 'must be true or left out' }),
})

/** A row of a batch whose SKU names the live item to change, or the item to make. */
export const UpsertItemRow = z.strictObject({
  ...changes,
  sku: settableSchemas.sku,
  upsert: z.literal(true, { error: 'must be true or left out' }),
})

/** The handler validates each row separately, so that an invalid row is reported and the others are created. */
export const ItemRow = z.unknown()
export const CreateItems = z.strictObject({ items: rows(ItemRow, 100, 'send the rest in another request') })

export const CreatedItems = z.object({
  data: z.array(
    z.union([
      z.object({ index: z.int(), status: z.union([z.literal(200), z.literal(201)]), item: Item }),
      z.object({ index: z.int(), status: z.literal(204) }),
      z.object({ index: z.int(), status: z.int(), error: Problem.shape.error }),
    ]),
  ),
})

/** `quantity` is its stock. An item in trash has what `TrashedItem` has, too. */
export function renderItem(item: DomainItem) {
  return isInTrash(item) ? renderTrashedItem(item) : toItemValues(item)
}

/** Throws for a live item. */
export function renderTrashedItem(item: DomainItem) {
  const { deleted_at, deleted_by } = item
  const purge = computePurgeTime(item)
  if (deleted_at === null || deleted_by === null || purge === null) throw new Error(`the item ${item.id} is live`)
  return { ...toItemValues(item), deleted_at, deleted_by, purge_at: new Date(purge).toISOString() }
}
