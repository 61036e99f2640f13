import type { Item } from '../../domain/items/item'
import { findCrossing } from '../../domain/items/stock-level'
import type { EventType } from '../../domain/log/event-types'
import type { OrderHeader } from '../../domain/orders/order-totals'
import type { FieldValue } from '../../domain/revision'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import { listFieldChanges } from './audit-entry'
import { isMovement, type LogRow } from './log-row'
import { unpackItem } from './packed-item'
import { unpackOrder } from './packed-order'
import { unpackSnapshot } from './packed-snapshot'

/** `object`: after the change. `previous`: what the changed fields were. */
export type LogEvent = {
  id: string
  type: EventType
  created_at: string
  resource_id: string
  /** Of an item: those of the change. Null for other objects. */
  revision: number | null
  sequence: number | null
  data: { object: Item | OrderHeader | Snapshot; previous: { [field: string]: FieldValue } }
  actor: { type: string; id: string; name: string | null }
  request_id: string
}

/**
 * The events of a change, in order: what happened, and what of it crossed a reorder point. The feed, the bus and
 * webhooks make them of the same row, so that all say the same. Throws `TypeError` for a row that is damaged.
 */
export function toEvents(row: LogRow): LogEvent[] {
  const object = unpackObject(row)
  const item = row.resource_type === 'item' ? (object as Item) : null
  const crossing = item && findCrossingOf(row, item)
  const types = [chooseType(row), ...(crossing === null ? [] : [crossing])]
  const { resource_id, created_at, request_id, actor_type, actor_id, actor_name = null } = row
  const actor = { type: actor_type, id: actor_id, name: actor_name }
  const data = { object, previous: listPrevious(row) }
  return types.map((type, index) => ({
    id: `evt_${row.sk.replace('#', '')}${index}`,
    type,
    created_at,
    resource_id,
    revision: item?.rev ?? null,
    sequence: item?.sequence ?? null,
    data,
    actor,
    request_id,
  }))
}

function chooseType({ resource_type, action, type, receipt_id, reversed, changes }: LogRow): EventType {
  const kinds = { create: 'created', delete: 'deleted', restore: 'restored' } as const
  if (resource_type === 'snapshot') return action === 'update' ? 'snapshot.created' : `snapshot.${kinds[action]}`
  if (resource_type === 'item') {
    if (action !== 'update') return `item.${kinds[action]}`
    return type === undefined ? 'item.updated' : 'item.stock_changed'
  }
  if (action === 'create' || action === 'delete') return `order.${kinds[action]}`
  if (receipt_id !== undefined) return reversed ? 'order.updated' : 'order.received'
  const [, status] = changes?.status ?? []
  return eventOfStatus[String(status)] ?? 'order.updated'
}

const eventOfStatus: { [status: string]: EventType } = {
  ordered: 'order.placed',
  partially_received: 'order.received',
  received: 'order.received',
  cancelled: 'order.cancelled',
  closed: 'order.closed',
}

function unpackObject(row: LogRow): LogEvent['data']['object'] {
  const { resource_type, resource_id, rev, after } = row
  if (resource_type === 'item') return unpackItem(row)
  return resource_type === 'order' ? unpackOrder(resource_id, rev, after) : unpackSnapshot(resource_id, after)
}

/** What is created had no values before. In the same order each time. */
function listPrevious(row: LogRow): { [field: string]: FieldValue } {
  if (row.action === 'create') return {}
  return Object.fromEntries(listFieldChanges(row).map(({ field, from }) => [field, from]))
}

function findCrossingOf(row: LogRow, after: Item): EventType | null {
  const crossing = findCrossing(wasLive(row) ? restoreLevels(row, after) : null, after)
  return crossing === null ? null : crossing === 'low' ? 'item.low_stock' : 'item.restocked'
}

/** Only an item that is created or brought back was not live before: nothing else happens to an item in trash. */
function wasLive({ action, snapshot_id, revived }: LogRow): boolean {
  if (action === 'restore') return snapshot_id !== undefined && revived === undefined
  return action !== 'create'
}

/** The levels before the change. */
function restoreLevels(row: LogRow, after: Item) {
  const total = isMovement(row) ? row.quantity_before : after.stock.total
  return { ...after, ...listPrevious(row), stock: { total } }
}
