import { makeLogPage, readLogPage } from '../../catalogue/log/log-page'
import { computeAuditStart } from '../../domain/companies/plan'
import type { Page, PageRequest } from '../../domain/list'
import type { AuditAction, ResourceType } from '../../domain/log/audit'
import { makeLogMatcher } from '../../domain/log/log-counts'
import type { Table } from '../../store/client'
import { type AuditEntry, toAuditEntry } from '../../store/log/audit-entry'
import { type LogRange, readLogOfResource } from '../../store/log/log-reader'
import { makeResource, type Row } from '../../store/schema'
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
export async function listAudit(
  { table, caller }: Context,
  query: AuditFilter & PageRequest,
): Promise<Page<AuditEntry>> {
  const start = computeAuditStart(caller.plan, table.now()) - 1
  const range = { companyId: caller.companyId, since: Math.max(start, query.since ?? start), until: query.until }
  const { item_id, resource_id, action, user_id, resource_type } = query
  const filter = { action, user_id, resource_type }
  const ofResource = (row: Row) =>
    (item_id === undefined || row.item_id === item_id) && (resource_id === undefined || row.resource_id === resource_id)
  const id = item_id ?? resource_id
  const { rows, ...page } =
    id === undefined
      ? await readLogPage(table, range, filter, query)
      : makeLogPage((await readRowsNaming(table, range, id)).filter(ofResource).filter(makeLogMatcher(filter)), query)
  return { ...page, rows: rows.map(toAuditEntry) }
}

/** Returns none for an id with another prefix. */
async function readRowsNaming(table: Table, range: LogRange, id: string): Promise<Row[]> {
  if (id.startsWith('itm_')) return readLogOfResource(table, makeResource('item', range.companyId, id), range)
  if (id.startsWith('po_')) return readLogOfResource(table, makeResource('order', range.companyId, id), range)
  if (id.startsWith('snp_')) return readLogOfResource(table, makeResource('snapshot', range.companyId, id), range)
  return []
}
