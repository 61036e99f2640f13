import type { Caller } from '../../domain/companies/caller'
import { auditEnd } from '../../domain/companies/plan'
import type { ItemChange } from '../../domain/items/item'
import type { OrderChange } from '../../domain/orders/order'
import type { SnapshotChange } from '../../domain/snapshots/snapshot'
import { notReversible } from '../../domain/stock/stock-change'
import type { Table } from '../client'
import { byResource, keys, resourceOf, ttlAttribute, ttlOf } from '../schema'
import type { Write } from '../transact'
import { type LogRow, logId, logKey, parseLogRow } from './log-row'
import { packed } from './packed-item'

/** When and by whom: what all log rows of one transaction share. `transaction` is their ulid, `at` epoch milliseconds. */
export type Stamp = { transaction: string; at: number; caller: Caller }

/** What a transaction changes. Several changes of one item follow each other. */
export type Logged = { items?: ItemChange[]; order?: OrderChange | null; snapshots?: SnapshotChange[] }

/** The log rows of one transaction: the order's and the snapshots', if any changed, then those of the items. */
export function logRowsOf(stamp: Stamp, { items = [], order = null, snapshots = [] }: Logged): LogRow[] {
  const { caller, at, transaction } = stamp
  const told = [
    ...(order ? [orderPart(caller.companyId, order)] : []),
    ...snapshots.map((snapshot) => snapshotPart(caller.companyId, snapshot)),
    ...items.map((item) => itemPart(caller.companyId, item)),
  ]
  return told.map((part, index) =>
    parseLogRow({
      ...keys.log(caller.companyId, transaction, index),
      n: told.length,
      user_id: caller.userId,
      actor_type: caller.actor.type,
      actor_id: caller.actor.id,
      actor_name: caller.actor.name ?? undefined,
      request_id: caller.requestId,
      created_at: new Date(at).toISOString(),
      // What moved stock never expires, the rest when no plan shows it any more.
      ...('type' in part ? {} : { [ttlAttribute]: ttlOf(auditEnd(at)) }),
      ...part,
    }),
  )
}

function itemPart(company: string, { action, after, changes, movement, snapshot_id, before }: ItemChange) {
  return {
    [byResource.partition]: resourceOf('item', company, after.id),
    action,
    resource_type: 'item',
    resource_id: after.id,
    item_id: after.id,
    sku: after.sku,
    rev: after.rev,
    after: packed(after),
    previous_at: before ? Date.parse(before.updated_at) : undefined,
    changes: orNone(changes),
    snapshot_id,
    ...withoutNulls(movement ?? {}),
  }
}

function orderPart(company: string, { action, after, changes, receipt }: OrderChange) {
  return {
    [byResource.partition]: resourceOf('order', company, after.id),
    action,
    resource_type: 'order',
    resource_id: after.id,
    order_id: after.id,
    rev: after.rev,
    changes: orNone(changes),
    receipt_id: receipt?.id,
  }
}

function snapshotPart(company: string, { action, snapshotId, changes }: SnapshotChange) {
  return {
    [byResource.partition]: resourceOf('snapshot', company, snapshotId),
    action,
    resource_type: 'snapshot',
    resource_id: snapshotId,
    snapshot_id: snapshotId,
    rev: 1, // what a snapshot holds never changes
    changes: orNone(changes),
  }
}

/** What a log row writes: itself, and where it takes another back, the mark that this has been done, once. */
export function logWrites(table: Table, row: LogRow): Write[] {
  const added: Write = {
    action: { Put: { TableName: table.name, Item: row, ConditionExpression: 'attribute_not_exists(pk)' } },
  }
  if (row.reversal_of === undefined) return [added]
  const mark: Write['action'] = {
    Update: {
      TableName: table.name,
      Key: logKey(row.pk, row.reversal_of),
      UpdateExpression: 'SET reversed_by = :id',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(reversed_by)',
      ExpressionAttributeValues: { ':id': logId('txn', row) },
    },
  }
  return [added, { action: mark, refusal: notReversible('it has been reversed already') }]
}

function orNone(changes: object): object | undefined {
  return Object.keys(changes).length > 0 ? changes : undefined
}

function withoutNulls(movement: object): object {
  return Object.fromEntries(Object.entries(movement).filter(([, detail]) => detail !== null))
}
