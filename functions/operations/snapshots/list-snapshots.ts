import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Snapshot, SnapshotFilter } from '../../domain/snapshots/snapshot'
import { readSnapshotRows } from '../../store/snapshots/snapshot-row'
import type { Context } from '../context'
import { toStoredSnapshot } from './get-snapshot'

/** Lists one page of a company's snapshots, newest first. */
export async function listSnapshots(
  { table, caller }: Context,
  { type, status, ...request }: SnapshotFilter & PageRequest,
): Promise<Page<Snapshot>> {
  const rows = await readSnapshotRows(table, caller.companyId)
  const snapshots = rows
    .map((row) => toStoredSnapshot(row, table.now()).snapshot)
    .filter((snapshot) => type === undefined || snapshot.type === type)
    .filter((snapshot) => status === undefined || snapshot.status === status)
  return slicePage(
    snapshots.sort((a, b) => (makeSortKey(a) < makeSortKey(b) ? 1 : -1)),
    request,
  )
}

/** Sorts by time and not by id alone, since the id of an automatic snapshot contains only its day. */
function makeSortKey({ created_at, id }: Snapshot): string {
  return created_at + id
}
