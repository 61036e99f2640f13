import { type LogRow, logId } from './log-row'

/** An entry of the audit log as the API shows it; what is not known is null. */
export type AuditEntry = ReturnType<typeof entryOf>

/** The entry that a log row is. */
export function entryOf(row: LogRow) {
  const { resource_type, resource_id, user_id, actor_type, actor_id, actor_name = null, created_at } = row
  return {
    id: logId('aud', row),
    action: row.action,
    resource_type,
    resource_id,
    item_id: row.item_id ?? null,
    sku: row.sku ?? null,
    user_id,
    actor: { type: actor_type, id: actor_id, name: actor_name },
    changes: changesOf(row),
    transaction_id: row.type === undefined ? null : logId('txn', row),
    order_id: row.order_id ?? null,
    snapshot_id: row.snapshot_id ?? null,
    request_id: row.request_id ?? null,
    created_at,
  }
}

/** By field, `line_items[2]` before `line_items[10]`: the row does not keep their order. */
function changesOf({ changes = {} }: LogRow) {
  const told = Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to }))
  return told.sort((a, b) => a.field.localeCompare(b.field, 'en', { numeric: true }))
}
