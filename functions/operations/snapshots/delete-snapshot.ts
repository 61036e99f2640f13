import { Refused } from '../../domain/errors'
import { fieldsOf } from '../../domain/snapshots/snapshot'
import { draftChangeset } from '../../store/commit/changeset'
import { deleteWrite } from '../../store/snapshots/snapshot-row'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import { getSnapshot } from './get-snapshot'

/** Deletes a snapshot. Its chunks, which nothing leads to any more, go when its time would have been over. */
export async function deleteSnapshot(context: Context, id: string): Promise<Decision<null>> {
  const { table, caller } = context
  const { snapshot } = await getSnapshot(context, id)
  if (snapshot.status === 'creating') throw new Refused('invalid_state', 'The snapshot is still being taken.', 'status')
  const change = { action: 'delete' as const, snapshotId: id, changes: fieldsOf(snapshot, 'from') }
  const changes = { snapshots: [change], more: [deleteWrite(table, caller.companyId, id)] }
  return { changeset: draftChangeset(caller, table.now(), changes), result: null }
}
