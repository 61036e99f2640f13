import { Refused } from '../errors'
import { type FieldChanges, touched } from '../revision'
import { type Movement, type MovementType, nextMovement } from '../stock/movement'
import { dayMs } from '../time'

/** How long an item stays in trash, in milliseconds. */
export const trashMs = 30 * dayMs

/** What a client may set. */
export type ItemFields = {
  name: string
  sku: string
  quantity: number
  location: string | null
  barcode: string | null
  reorder_point: number | null
}

/** A company's item. Times are ISO 8601 UTC; `rev` counts every change, `sequence` every ledger row; neither restarts. */
export type Item = ItemFields & {
  id: string
  created_at: string
  updated_at: string
  rev: number
  sequence: number
  deleted_at: string | null
  deleted_by: string | null
  /** The last step of a restore that was taken with the item: see `restore-outcome.ts`. */
  restored?: string | undefined
}

export type ItemPatch = { [Field in keyof ItemFields]?: ItemFields[Field] | undefined }

/** One change of one item: what the store commits and the log tells. */
export type ItemChange = {
  action: 'create' | 'update' | 'delete' | 'restore'
  before: Item | null
  after: Item
  changes: FieldChanges
  movement: Movement | null
  /** The snapshot that a restore makes the change for. */
  snapshot_id?: string
}

const fieldNames = ['name', 'sku', 'quantity', 'location', 'barcode', 'reorder_point'] as const

/** A new live item. A quantity other than 0 is its first ledger row, `initial`. */
export function createItem(id: string, fields: ItemFields, at: number): ItemChange {
  const created_at = new Date(at).toISOString()
  const start: Item = {
    ...fields,
    quantity: 0,
    id,
    created_at,
    updated_at: created_at,
    rev: 1,
    sequence: 0,
    deleted_at: null,
    deleted_by: null,
  }
  const { after, movement } = withQuantity(start, fields.quantity, 'initial')
  return { action: 'create', before: null, after, changes: difference(null, after), movement }
}

/** Sets the fields that `patch` names. Null when that changes nothing. */
export function updateItem(item: Item, patch: ItemPatch, at: number): ItemChange | null {
  const wanted = { ...item }
  for (const name of fieldNames) if (patch[name] !== undefined) Object.assign(wanted, { [name]: patch[name] })
  const changes = difference(item, wanted)
  if (Object.keys(changes).length === 0) return null
  const { after, movement } = withQuantity({ ...wanted, quantity: item.quantity }, wanted.quantity, 'direct_update')
  return { action: 'update', before: item, after: touched(after, at), changes, movement }
}

/** Moves a live item to trash, where it stays for 30 days. */
export function trashItem(item: Item, userId: string, at: number): ItemChange {
  const after = touched({ ...item, deleted_at: new Date(at).toISOString(), deleted_by: userId }, at)
  return { action: 'delete', before: item, after, changes: {}, movement: null }
}

/** Brings an item back from trash, under another SKU if one is given. */
export function restoreItem(item: Item, sku: string | undefined, at: number): ItemChange {
  if (!isInTrash(item)) throw new Refused('not_in_trash', 'The item is not in trash.')
  const after = touched({ ...item, sku: sku ?? item.sku, deleted_at: null, deleted_by: null }, at)
  return { action: 'restore', before: item, after, changes: difference(item, after), movement: null }
}

export function isInTrash(item: Item): boolean {
  return item.deleted_at !== null
}

/** When a trashed item is gone for good, in epoch milliseconds; null for a live one. */
export function purgeAt(item: Item): number | null {
  return item.deleted_at === null ? null : Date.parse(item.deleted_at) + trashMs
}

/** True where the item's time in trash is over: it is as good as gone, whether or not its row is. */
export function isPurged(item: Item, now: number): boolean {
  const purge = purgeAt(item)
  return purge !== null && purge <= now
}

/** The item with its quantity set, and the ledger row of that; none where it is that quantity already. */
export function withQuantity(
  item: Item,
  quantity: number,
  type: MovementType,
): { after: Item; movement: Movement | null } {
  if (quantity === item.quantity) return { after: item, movement: null }
  const movement = nextMovement(item, type, quantity - item.quantity)
  return { after: { ...item, quantity, sequence: movement.sequence }, movement }
}

/** Which fields differ. */
export function difference(before: Item | null, after: Item): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of fieldNames) {
    const from = before?.[name] ?? null
    if (from !== after[name]) changes[name] = [from, after[name]]
  }
  return changes
}
