import { readItemLogPage } from '../../catalogue/log/item-log-page'
import { makeLogPage, readLogPage } from '../../catalogue/log/log-page'
import type { Page, PageRequest } from '../../domain/list'
import type { AuditAction, ResourceType } from '../../domain/log/audit'
import { makeLogMatcher } from '../../domain/log/log-counts'
import { chooseShownRange } from '../../domain/log/until'
import { type AuditEntry, toAuditEntry } from '../../store/log/audit-entry'
import { type LogRange, readLogOfResource } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { makeResource } from '../../store/table/schema'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'

export type AuditFilter = {
  action?: AuditAction | undefined
  item_id?: string | undefined
  user_id?: string | undefined
  since?: number | undefined
  until?: number | undefined
  resource_type?: ResourceType | undefined
  resource_id?: string | undefined
}

/** Newest first, with the exact total, as far back as the plan allows. Times are in epoch milliseconds. */
export async function listAudit(context: Context, query: AuditFilter & PageRequest): Promise<Page<AuditEntry>> {
  const { rows, ...page } = await readPage(context, query)
  return { ...page, rows: rows.map(toAuditEntry) }
}

function readPage({ table, caller }: Context, query: AuditFilter & PageRequest): Promise<Page<LogRow>> {
  const { companyId, plan } = caller
  const range = { companyId, ...chooseShownRange(plan, query, table.now()) }
  const { item_id, resource_id, action, user_id, resource_type } = query
  const filter = { action, user_id, resource_type }
  const id = item_id ?? resource_id
  if (id === undefined) return readLogPage(table, range, filter, query)
  const isOfResource = (row: LogRow) =>
    (item_id === undefined || row.item_id === item_id) && (resource_id === undefined || row.resource_id === resource_id)
  const matchesFilter = makeLogMatcher(filter)
  const matches = (row: LogRow) => isOfResource(row) && matchesFilter(row)
  if (!id.startsWith('itm_')) return readResourcePage(table, range, { id, matches }, query)
  const all = Object.values(filter).every((value) => value === undefined) && (resource_id ?? id) === id
  return readItemLogPage(table, { ...range, itemId: id }, { matches, numbers: all ? 'rev' : null }, query)
}

/** Of an order or a snapshot. Shows none for an id with another prefix. */
async function readResourcePage(
  table: Table,
  range: LogRange,
  { id, matches }: { id: string; matches: (row: LogRow) => boolean },
  request: PageRequest,
): Promise<Page<LogRow>> {
  const kind = id.startsWith('po_') ? 'order' : id.startsWith('snp_') ? 'snapshot' : null
  const rows = kind === null ? [] : await readLogOfResource(table, makeResource(kind, range.companyId, id), range)
  return makeLogPage(rows.filter(matches), request)
}
