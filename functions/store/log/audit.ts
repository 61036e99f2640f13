import type { AuditAction, ResourceType } from '../../domain/audit'
import type { Caller } from '../../domain/caller'
import type { Page, PageRequest } from '../../domain/list'
import { matchesLog } from '../../domain/log-counts'
import { auditStart } from '../../domain/plan'
import type { Row, Table } from '../client'
import { resourceOf } from '../schema'
import { pageOfWholeLog } from './log-page'
import { type LogRange, logOfResource, pageOfRows } from './log-reader'
import { type LogRow, logId } from './log-row'

export type AuditFilter = {
  action?: AuditAction | undefined
  item_id?: string | undefined
  user_id?: string | undefined
  since?: number | undefined
  until?: number | undefined
  resource_type?: ResourceType | undefined
  resource_id?: string | undefined
}

export type AuditEntry = ReturnType<typeof entryOf>

/** One page of the audit log, as far back as the caller's plan shows it, newest first, with the exact number of entries. */
export async function listAudit(
  table: Table,
  caller: Caller,
  query: AuditFilter & PageRequest,
): Promise<Page<AuditEntry>> {
  const start = auditStart(caller.plan, table.now()) - 1
  const range = { company: caller.companyId, since: Math.max(start, query.since ?? start), until: query.until }
  const { item_id, resource_id, action, user_id, resource_type } = query
  const filter = { action, user_id, resource_type }
  const ofResource = (row: Row) =>
    (item_id === undefined || row.item_id === item_id) && (resource_id === undefined || row.resource_id === resource_id)
  const id = item_id ?? resource_id
  const { rows, ...page } =
    id === undefined
      ? await pageOfWholeLog(table, range, filter, query)
      : pageOfRows((await rowsNaming(table, range, id)).filter(ofResource).filter(matchesLog(filter)), query)
  return { ...page, rows: rows.map(entryOf) }
}

/** The log rows of the item, order or snapshot that an id names; of anything else there are none. */
async function rowsNaming(table: Table, range: LogRange, id: string): Promise<Row[]> {
  if (id.startsWith('itm_')) return logOfResource(table, resourceOf('item', range.company, id), range)
  if (id.startsWith('po_')) return logOfResource(table, resourceOf('order', range.company, id), range)
  if (id.startsWith('snp_')) return logOfResource(table, resourceOf('snapshot', range.company, id), range)
  return []
}

function entryOf(row: LogRow) {
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
