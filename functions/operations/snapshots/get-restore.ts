import { Refused } from '../../domain/errors'
import { isStalled, type Restore, restoreSeenAt } from '../../domain/snapshots/restore'
import type { Table } from '../../store/client'
import { findRestoreRow, noteAsked, type RestoreRow } from '../../store/snapshots/restore-row'
import type { Context, Workers } from '../context'

/** The restore as it is to be seen now. Refused with `restore_not_found` where there is none. */
export async function getRestore({ table, caller }: Context, id: string): Promise<Restore> {
  return restoreSeenAt(await getRestoreRow(table, caller.companyId, id), table.now())
}

/** The restore, for whoever waits for its end: one that has stalled is handed to a worker again, once however many wait. */
export async function followRestore(context: Context & { workers: Workers }, id: string): Promise<Restore> {
  const restore = await getRestore(context, id)
  const { table, caller, workers } = context
  const stalled = isStalled(restore, table.now())
  if (stalled && (await noteAsked(table, caller.companyId, restore))) await workers.requestRestore(caller.companyId, id)
  return restore
}

/** What is kept of a restore. Refused with `restore_not_found` where there is none. */
export async function getRestoreRow(table: Table, company: string, id: string): Promise<RestoreRow> {
  const row = await findRestoreRow(table, company, id)
  if (row === null) throw new Refused('restore_not_found', 'There is no such restore.')
  return row
}
