import { type AccessEntry, readAccessPages, toAccessEntry } from '../../functions/store/log/access-row'
import { collectPages, type Table } from '../../functions/store/table/table'

/** The whole access log of a company, newest first. */
export async function listAccess(table: Table, companyId: string): Promise<AccessEntry[]> {
  return (await collectPages(readAccessPages(table, { companyId }))).map(toAccessEntry)
}
