import type { Caller } from '../domain/caller'
import type { Item, ItemChange } from '../domain/item'
import type { Write } from './commit'
import { byResource, itemResource, keys, ttlAttribute } from './schema'

const dayMs = 86_400_000
const keptDays = 7 * 365 + 2

/** When and by whom: what all log rows of one transaction share. `transaction` is their ulid, `at` epoch milliseconds. */
export type Stamp = { transaction: string; at: number; caller: Caller }

/**
 * The log row of an item's change: audit entry, ledger record (where stock moved) and change feed (`rev` and `after`) in one.
 * Rows that moved stock never expire, others after seven years.
 */
export function itemLogRow(table: string, stamp: Stamp, change: ItemChange, index: number, count: number): Write {
  const { transaction, at, caller } = stamp
  const { action, before, after, changes, movement } = change
  const Item = {
    ...keys.log(caller.companyId, transaction, index),
    [byResource.partition]: itemResource(caller.companyId, after.id),
    n: count,
    action,
    resource_type: 'item',
    resource_id: after.id,
    item_id: after.id,
    sku: (before ?? after).sku,
    rev: after.rev,
    after: packed(after),
    changes: Object.keys(changes).length > 0 ? changes : undefined,
    user_id: caller.userId,
    actor_type: 'api_key',
    actor_id: caller.keyId,
    actor_name: caller.keyName ?? undefined,
    request_id: caller.requestId,
    created_at: new Date(at).toISOString(),
    ...(movement ?? { [ttlAttribute]: Math.ceil((at + keptDays * dayMs) / 1_000) }),
  }
  return { action: { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } } }
}

/** The item after the change, as a JSON array: field names would double the row. */
function packed(item: Item): string {
  const {
    name,
    sku,
    quantity,
    location,
    barcode,
    reorder_point,
    created_at,
    updated_at,
    sequence,
    deleted_at,
    deleted_by,
  } = item
  const times = [created_at, updated_at, deleted_at].map((time) => (time === null ? null : Date.parse(time)))
  return JSON.stringify([name, sku, quantity, location, barcode, reorder_point, ...times, deleted_by, sequence])
}
