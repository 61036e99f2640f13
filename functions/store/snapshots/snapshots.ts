import type { Caller } from '../../domain/caller'
import { Refused } from '../../domain/errors'
import { type Page, type PageRequest, page } from '../../domain/list'
import { fieldsOf, type Snapshot } from '../../domain/snapshot'
import type { Table } from '../client'
import { commit } from '../commit/commit'
import { type Keep, keepNothing } from '../commit/idempotency'
import { untilCommitted, type Write } from '../commit/transact'
import { keys } from '../schema'
import { getSnapshot, snapshotsOf } from './snapshot-row'

/** One page of a company's snapshots, newest first. */
export async function listSnapshots(table: Table, company: string, request: PageRequest): Promise<Page<Snapshot>> {
  const newestFirst = (a: Snapshot, b: Snapshot) => (keyOf(a) < keyOf(b) ? 1 : -1)
  return page((await snapshotsOf(table, company)).sort(newestFirst), request)
}

/** Deletes a snapshot. Its chunks, which nothing leads to any more, go when its time would have been over. */
export function deleteSnapshot(
  table: Table,
  caller: Caller,
  id: string,
  keep: Keep<null> = keepNothing,
): Promise<null> {
  return untilCommitted(async () => {
    const { snapshot } = await getSnapshot(table, caller.companyId, id)
    if (snapshot.status === 'creating')
      throw new Refused('invalid_state', 'The snapshot is still being taken.', 'status')
    const Key = keys.snapshot(caller.companyId, id)
    const gone: Write = {
      action: { Delete: { TableName: table.name, Key, ConditionExpression: 'attribute_exists(pk)' } },
    }
    const told = { action: 'delete' as const, snapshotId: id, changes: fieldsOf(snapshot, 'from') }
    return commit(table, caller, table.now(), { snapshot: told, more: [gone] }, () => null, keep)
  })
}

/** Newest first: by time, since the id of an automatic snapshot tells its day alone. */
function keyOf({ created_at, id }: Snapshot): string {
  return created_at + id
}
