import { Refused } from '../../domain/errors'
import { type Snapshot, seenAt } from '../../domain/snapshots/snapshot'
import type { ChunkSet } from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import { findSnapshotRow, type SnapshotRow, snapshotOf } from '../../store/snapshots/snapshot-row'
import type { Context } from '../context'

/** A snapshot, and where its items are. */
export type StoredSnapshot = { snapshot: Snapshot; data: Pick<ChunkSet, 'name' | 'chunks' | 'checksum'> }

/** The snapshot. Refused with `snapshot_not_found` where there is none. */
export async function getSnapshot({ table, caller }: Context, id: string): Promise<StoredSnapshot> {
  const found = await findSnapshot(table, caller.companyId, id)
  if (found === null) throw new Refused('snapshot_not_found', 'There is no such snapshot.')
  return found
}

/** The snapshot, or null where there is none, or its time is over. */
export async function findSnapshot(table: Table, company: string, id: string): Promise<StoredSnapshot | null> {
  const row = await findSnapshotRow(table, company, id)
  return row && storedSnapshot(row, table.now())
}

/** The snapshot of a row as it is to be seen at `now` (epoch milliseconds). */
export function storedSnapshot(row: SnapshotRow, now: number): StoredSnapshot {
  const { data: name, chunks = 0, checksum } = row
  return { snapshot: seenAt(snapshotOf(row), now), data: { name, chunks, checksum: checksum ?? '' } }
}
