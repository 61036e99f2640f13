import { type Restore, restoreSeenAt } from '../../domain/snapshots/restore'
import { getRestoreRow } from '../../store/snapshots/restore-row'
import type { Context } from '../context'

/** The restore as it is to be seen now. Refused with `restore_not_found` where there is none. */
export async function getRestore({ table, caller }: Context, id: string): Promise<Restore> {
  return restoreSeenAt(await getRestoreRow(table, caller.companyId, id), table.now())
}
