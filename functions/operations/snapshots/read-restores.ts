import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { compareRestores, isStalled, type Restore, viewRestore } from '../../domain/snapshots/restore'
import { findRestoreRow, type RestoreRow, readRestoreRows, recordRequest } from '../../store/snapshots/restore-row'
import type { Table } from '../../store/table/table'
import type { Context, Workers } from '../context'

/** A restore without progress for too long is `failed`. Refused with `restore_not_found` where it does not exist. */
export async function getRestore({ table, caller }: Context, id: string): Promise<Restore> {
  return viewRestore(await getRestoreRow(table, caller.companyId, id), table.now())
}

/** For a client that polls. Requests a worker for a restore that has stalled: once, however many clients poll. */
export async function followRestore(context: Context & { workers: Workers }, id: string): Promise<Restore> {
  const restore = await getRestore(context, id)
  const { table, caller, workers } = context
  const stalled = isStalled(restore, table.now())
  if (stalled && (await recordRequest(table, caller.companyId, restore)))
    await workers.requestRestore(caller.companyId, id)
  return restore
}

/** Refused with `restore_not_found` where the restore does not exist. */
export async function getRestoreRow(table: Table, companyId: string, id: string): Promise<RestoreRow> {
  const row = await findRestoreRow(table, companyId, id)
  if (row === null) throw new Refusal('restore_not_found', 'There is no such restore.')
  return row
}

/** One page of a company's restores, newest first. */
export async function listRestores({ table, caller }: Context, request: PageRequest): Promise<Page<Restore>> {
  const rows = await readRestoreRows(table, caller.companyId)
  const restores = rows.map((row) => viewRestore(row, table.now()))
  return slicePage(restores.sort(compareRestores), request)
}
