import { Refusal } from '../../domain/errors'
import { describeChanges } from '../../domain/snapshots/snapshot'
import { draftChangeset } from '../../store/commit/changeset'
import { makeDeleteWrite } from '../../store/snapshots/snapshot-row'
import type { Context } from '../context'
import type { Decision } from '../run-change'
import { getSnapshot } from './read-snapshots'

/** The chunks expire when the snapshot would have. Refused with `invalid_state` while the snapshot is being taken. */
export async function deleteSnapshot(context: Context, id: string): Promise<Decision<null>> {
  const { table, caller } = context
  const { snapshot } = await getSnapshot(context, id)
  if (snapshot.status === 'creating') throw new Refusal('invalid_state', 'The snapshot is still being taken.', 'status')
  const change = { action: 'delete' as const, after: snapshot, changes: describeChanges(snapshot, 'from') }
  const changes = { snapshots: [change], more: [makeDeleteWrite(caller.companyId, id)] }
  return { changeset: draftChangeset(caller, table.now(), changes), result: null }
}
