import { pageOfRows, pageOfWholeLog } from '../../catalogue/log/log-page'
import { auditStart } from '../../domain/companies/plan'
import type { Page, PageRequest } from '../../domain/list'
import type { AuditAction, ResourceType } from '../../domain/log/audit'
import { matchesLog } from '../../domain/log/log-counts'
import type { Row, Table } from '../../store/client'
import { type AuditEntry, entryOf } from '../../store/log/audit-entry'
import { type LogRange, logOfResource } from '../../store/log/log-reader'
import { resourceOf } from '../../store/schema'
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

/** One page of the audit log, as far back as the caller's plan shows it, newest first, with the exact number of entries. */
export async function listAudit(
  { table, caller }: Context,
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
