import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { type Snapshot, type SnapshotFilter, viewSnapshot } from '../../domain/snapshots/snapshot'
import type { ChunkSet } from '../../store/catalogue/chunks'
import { findSnapshotRow, readSnapshotRows, type SnapshotRow, toSnapshot } from '../../store/snapshots/snapshot-row'
import type { Table } from '../../store/table/table'
import type { Context } from '../context'

/** A snapshot, and where its items are stored. */
export type StoredSnapshot = { snapshot: Snapshot; data: Pick<ChunkSet, 'name' | 'chunks' | 'checksum'> }

/** Refused with `snapshot_not_found` where the snapshot does not exist. */
export async function getSnapshot({ table, caller }: Context, id: string): Promise<StoredSnapshot> {
  const snapshot = await findSnapshot(table, caller.companyId, id)
  if (snapshot === null) throw new Refusal('snapshot_not_found', 'There is no such snapshot.')
  return snapshot
}

/** Null where the snapshot does not exist or has expired. */
export async function findSnapshot(table: Table, companyId: string, id: string): Promise<StoredSnapshot | null> {
  const row = await findSnapshotRow(table, companyId, id)
  return row && toStoredSnapshot(row, table.now())
}

/** `now` is in epoch milliseconds. A snapshot that has been `creating` for too long has the status `failed`. */
export function toStoredSnapshot(row: SnapshotRow, now: number): StoredSnapshot {
  const { data: name, chunks = 0, checksum } = row
  return { snapshot: viewSnapshot(toSnapshot(row), now), data: { name, chunks, checksum: checksum ?? '' } }
}

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
