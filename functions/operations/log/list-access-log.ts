import type { AccessAction } from '../../domain/companies/access-log'
import { makeMatcher, mapPage, type Page, type PageRequest, slicePage } from '../../domain/list'
import { chooseShownRange } from '../../domain/log/until'
import { type AccessEntry, type AccessRow, readAccessPages, toAccessEntry } from '../../store/log/access-row'
import { collectPages } from '../../store/table/table'
import type { Context } from '../context'

type AccessFilter = { action?: AccessAction | undefined; actor_id?: string | undefined }
type Times = { since?: number | undefined; until?: number | undefined }

/** Newest first, with the exact total, as far back as the plan shows. Times are in epoch milliseconds. */
export async function listAccessLog(
  { table, caller: { companyId, plan } }: Context,
  query: AccessFilter & Times & PageRequest,
): Promise<Page<AccessEntry>> {
  const { action, actor_id } = query
  const range = { companyId, ...chooseShownRange(plan, query, table.now()) }
  const rows = await collectPages(readAccessPages(table, range))
  const matches = makeMatcher<AccessRow, AccessFilter>(
    { action, actor_id },
    { action: (row) => row.action === action, actor_id: (row) => row.actor_id === actor_id },
  )
  return mapPage(slicePage(rows.filter(matches), query), toAccessEntry)
}
