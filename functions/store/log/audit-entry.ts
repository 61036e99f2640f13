import { formatLogId, type LogRow } from './log-row'

/** As the API shows it. What is not known is null. */
export type AuditEntry = ReturnType<typeof toAuditEntry>

export function toAuditEntry(row: LogRow) {
  const { resource_type, resource_id, user_id, actor_type, actor_id, actor_name = null, created_at } = row
  return {
    id: formatLogId('aud', row),
    action: row.action,
    resource_type,
    resource_id,
    item_id: row.item_id ?? null,
    sku: row.sku ?? null,
    user_id,
    actor: { type: actor_type, id: actor_id, name: actor_name },
    changes: listFieldChanges(row),
    transaction_id: row.type === undefined ? null : formatLogId('txn', row),
    order_id: row.order_id ?? null,
    receipt_id: row.receipt_id ?? null,
    snapshot_id: row.snapshot_id ?? null,
    request_id: row.request_id,
    created_at,
  }
}

/** Sorted by field, with `line_items[2]` before `line_items[10]`. The row does not keep the order. */
export function listFieldChanges({ changes = {} }: Pick<LogRow, 'changes'>) {
  const fieldChanges = Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to }))
  return fieldChanges.sort((a, b) => a.field.localeCompare(b.field, 'en', { numeric: true }))
}
