import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { compareRestores, type Restore, viewRestore } from '../../domain/snapshots/restore'
import { readRestoreRows } from '../../store/snapshots/restore-row'
import type { Context } from '../context'

/** One page of a company's restores, newest first. */
export async function listRestores({ table, caller }: Context, request: PageRequest): Promise<Page<Restore>> {
  const rows = await readRestoreRows(table, caller.companyId)
  const restores = rows.map((row) => viewRestore(row, table.now()))
  return slicePage(restores.sort(compareRestores), request)
}
