import type { Caller } from '../../domain/companies/caller'
import { computeAuditEnd } from '../../domain/companies/plan'
import { formatDay } from '../../domain/companies/time-zone'
import { type ItemChange, isInTrash } from '../../domain/items/item'
import type { OrderChange } from '../../domain/orders/order'
import { listItemIds, toHeader } from '../../domain/orders/order-totals'
import type { SnapshotChange } from '../../domain/snapshots/snapshot'
import { makeReversalRefusal } from '../../domain/stock/stock-change'
import { formatDate } from '../../domain/time'
import { byResource, keys, makeResource, toTtl, ttlAttribute } from '../table/schema'
import { putNew, type Write } from '../table/transact'
import { formatLogId, type LogRow, makeLogKey, parseLogRow } from './log-row'
import { packItem } from './packed-item'
import { packItemIds, packOrder } from './packed-order'
import { packSnapshot } from './packed-snapshot'

/** Of the log rows of a change: `transaction`, the ulid of their database transaction, and `at`, their stamp. */
export type LogOrigin = { transaction: string; at: number; caller: Caller }

/** Several changes of one item must be in order. */
export type LogChanges = { items?: ItemChange[]; order?: OrderChange | null; snapshots?: SnapshotChange[] }

/** First of the order, then of snapshots, then of items. */
export function makeLogRows(origin: LogOrigin, { items = [], order = null, snapshots = [] }: LogChanges): LogRow[] {
  const { caller, at, transaction } = origin
  const day = formatDay(at, caller.timeZone)
  const business_date = day === formatDate(at) ? undefined : day
  const rows = [
    ...(order ? [describeOrderChange(caller.companyId, order)] : []),
    ...snapshots.map((snapshot) => describeSnapshotChange(caller.companyId, snapshot)),
    ...items.map((item) => describeItemChange(caller.companyId, item)),
  ]
  return rows.map((part, index) =>
    parseLogRow({
      ...keys.log(caller.companyId, transaction, index),
      n: rows.length,
      user_id: caller.userId,
      actor_type: caller.actor.type,
      actor_id: caller.actor.id,
      actor_name: caller.actor.name ?? undefined,
      request_id: caller.requestId,
      created_at: new Date(at).toISOString(),
      // Rows that moved stock never expire. Others expire when no plan shows them any more.
      ...('type' in part ? { business_date } : { [ttlAttribute]: toTtl(computeAuditEnd(at)) }),
      ...part,
    }),
  )
}

function describeItemChange(companyId: string, { action, after, changes, movement, snapshot_id, before }: ItemChange) {
  return {
    [byResource.partition]: makeResource('item', companyId, after.id),
    action,
    resource_type: 'item',
    resource_id: after.id,
    item_id: after.id,
    sku: after.sku,
    rev: after.rev,
    after: packItem(after),
    previous_at: before ? Date.parse(before.updated_at) : undefined,
    changes: dropEmpty(changes),
    snapshot_id,
    revived: (snapshot_id !== undefined && action === 'restore' && !(before && !isInTrash(before))) || undefined,
    ...dropNulls(movement ?? {}),
  }
}

function describeOrderChange(companyId: string, { action, before, after, changes, receipt }: OrderChange) {
  const itemIds = packItemIds(listItemIds(after))
  return {
    [byResource.partition]: makeResource('order', companyId, after.id),
    action,
    resource_type: 'order',
    resource_id: after.id,
    order_id: after.id,
    rev: after.rev,
    after: packOrder(toHeader(after)),
    item_ids: before && itemIds === packItemIds(listItemIds(before)) ? undefined : itemIds,
    previous_at: before ? Date.parse(before.updated_at) : undefined,
    changes: dropEmpty(changes),
    receipt_id: receipt?.id,
    reversed: (receipt && receipt.reversed_at !== null) || undefined,
  }
}

function describeSnapshotChange(companyId: string, { action, after, changes }: SnapshotChange) {
  return {
    [byResource.partition]: makeResource('snapshot', companyId, after.id),
    action,
    resource_type: 'snapshot',
    resource_id: after.id,
    snapshot_id: after.id,
    rev: 1, // the content of a snapshot never changes
    after: packSnapshot(after),
    changes: dropEmpty(changes),
  }
}

/**
 * For a reversal, also sets `reversed_by` of the reversed row. Refused with `invalid_state` if it is set already. A
 * delivery is taken back once by its receipt: so the rows of 45 lines fit a database transaction.
 */
export function makeLogWrites(row: LogRow): Write[] {
  const put = { action: putNew(row) }
  if (row.reversal_of === undefined || row.receipt_id !== undefined) return [put]
  const reversalUpdate: Write['action'] = {
    Update: {
      Key: makeLogKey(row.pk, row.reversal_of),
      UpdateExpression: 'SET reversed_by = :id',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(reversed_by)',
      ExpressionAttributeValues: { ':id': formatLogId('txn', row) },
    },
  }
  return [put, { action: reversalUpdate, refusal: makeReversalRefusal('it has been reversed already') }]
}

function dropEmpty(changes: object): object | undefined {
  return Object.keys(changes).length > 0 ? changes : undefined
}

function dropNulls(movement: object): object {
  return Object.fromEntries(Object.entries(movement).filter(([, detail]) => detail !== null))
}

/** In a database transaction, a write has two units for each KB. */
const unitsPerKb = 2
/** What a log row of an item has beside the item's fields, in bytes. */
const ownBytes = 500

/** The write units of a log row in the log's own partition: 2 for most. That of the index is another one. */
export function countLogUnits(row: LogRow): number {
  const bytes = Object.entries(row).reduce((sum, [name, value]) => sum + name.length + countBytes(value), 0)
  return toUnits(bytes)
}

/**
 * The same before the row is made. The fields are in it twice: as the item has them, and as they have changed. What is
 * not in the request does not count.
 */
export function estimateLogUnits(fields: object): number {
  return toUnits(ownBytes + 2 * countBytes(fields))
}

function toUnits(bytes: number): number {
  return unitsPerKb * Math.ceil(bytes / 1_024)
}

function countBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}
