import { Refusal } from '../errors'
import { listNames, type NamesOf, type ValuesOf } from '../fields'
import { type FieldChanges, requireUnchanged, touch } from '../revision'
import { applyMovement, type Movement, type MovementType, makeMovement, type Stock } from '../stock/movement'
import { dayMs } from '../time'
import { itemFields } from './item-fields'

export const trashMs = 30 * dayMs

/** What clients set. */
export type ItemFields = Pick<ValuesOf<typeof itemFields>, NamesOf<typeof itemFields, 'request', 'set'>>

/** The fields of an item as the contract, rows, log rows and columns have them. */
export type ItemValues = ValuesOf<typeof itemFields>

/** `stock`: what there is of the item. Only a movement changes it. */
export type Item = Omit<ItemValues, 'quantity'> & {
  id: string
  stock: Stock
  /** The last restore step that was taken with the item: see `restore-decision.ts`. */
  restored?: string | undefined
}

/** Fields that clients get, and cannot set. */
export const readOnlyItemFields = ['id', ...listNames(itemFields, 'request', 'compare')] as const

export type ItemPatch = { [Field in keyof ItemFields]?: ItemFields[Field] | undefined } & {
  [Field in (typeof readOnlyItemFields)[number]]?: unknown
}

/** The store commits it, and writes a log row from it. */
export type ItemChange = {
  action: 'create' | 'update' | 'delete' | 'restore'
  before: Item | null
  after: Item
  changes: FieldChanges
  movement: Movement | null
  /** If the change is part of a restore. */
  snapshot_id?: string
}

const settableFields = listNames(itemFields, 'request', 'set')
/** What an audit entry shows. */
const shownFields = listNames(itemFields, 'audit', true)

/** A quantity other than 0 is the first transaction, of type `initial`. */
export function decideItemCreation(id: string, fields: ItemFields, at: number): ItemChange {
  const created_at = new Date(at).toISOString()
  const { quantity, ...others } = fields
  const start: Item = {
    ...others,
    stock: { total: 0 },
    id,
    created_at,
    updated_at: created_at,
    rev: 1,
    sequence: 0,
    deleted_at: null,
    deleted_by: null,
  }
  const { after, movement } = setTotal(start, quantity, 'initial')
  return { action: 'create', before: null, after, changes: diffItems(null, after), movement }
}

/** Null if the patch changes nothing. */
export function decideItemUpdate(item: Item, patch: ItemPatch, at: number): ItemChange | null {
  requireUnchanged(item, patch, readOnlyItemFields)
  const patched = toItemValues(item)
  for (const name of settableFields) if (patch[name] !== undefined) Object.assign(patched, { [name]: patch[name] })
  const wanted = toItem(patched)
  const changes = diffItems(item, wanted)
  if (Object.keys(changes).length === 0) return null
  const { after, movement } = setTotal({ ...wanted, stock: item.stock }, wanted.stock.total, 'direct_update')
  return { action: 'update', before: item, after: touch(after, at), changes, movement }
}

export function decideItemDeletion(item: Item, userId: string, at: number): ItemChange {
  const after = touch({ ...item, deleted_at: new Date(at).toISOString(), deleted_by: userId }, at)
  return { action: 'delete', before: item, after, changes: {}, movement: null }
}

/** With another SKU if one is given. Refused with `not_in_trash`. */
export function decideItemRestore(item: Item, sku: string | undefined, at: number): ItemChange {
  if (!isInTrash(item)) throw new Refusal('not_in_trash', 'The item is not in trash.')
  const after = touch({ ...item, sku: sku ?? item.sku, deleted_at: null, deleted_by: null }, at)
  return { action: 'restore', before: item, after, changes: diffItems(item, after), movement: null }
}

export function isInTrash(item: Item): boolean {
  return item.deleted_at !== null
}

/** Null for a live item. */
export function computePurgeTime(item: Item): number | null {
  return item.deleted_at === null ? null : Date.parse(item.deleted_at) + trashMs
}

/** An item whose time in trash is over counts as purged, even if its row still exists. */
export function isPurged(item: Item, now: number): boolean {
  const purge = computePurgeTime(item)
  return purge !== null && purge <= now
}

/** `movement` is null if the total is the same. */
export function setTotal(item: Item, total: number, type: MovementType): { after: Item; movement: Movement | null } {
  if (total === item.stock.total) return { after: item, movement: null }
  const movement = makeMovement(item, type, total - item.stock.total)
  return { after: applyMovement(item, movement), movement }
}

export function diffItems(before: Item | null, after: Item): FieldChanges {
  const [old, now] = [before && toItemValues(before), toItemValues(after)]
  const changes: FieldChanges = {}
  for (const name of shownFields) {
    const from = old?.[name] ?? null
    if (from !== now[name]) changes[name] = [from, now[name]]
  }
  return changes
}

/** Its stock is the field `quantity`. */
export function toItemValues({ stock, ...fields }: Item): ItemValues & Pick<Item, 'id' | 'restored'> {
  return { ...fields, quantity: stock.total }
}

export function toItem({ quantity, ...fields }: ReturnType<typeof toItemValues>): Item {
  return { ...fields, stock: { total: quantity } }
}
