import { type Page, type PageRequest, page } from '../../domain/list'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import { snapshotRowsOf } from '../../store/snapshots/snapshot-row'
import type { Context } from '../context'
import { storedSnapshot } from './get-snapshot'

/** One page of a company's snapshots, newest first. */
export async function listSnapshots({ table, caller }: Context, request: PageRequest): Promise<Page<Snapshot>> {
  const rows = await snapshotRowsOf(table, caller.companyId)
  const snapshots = rows.map((row) => storedSnapshot(row, table.now()).snapshot)
  return page(
    snapshots.sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1)),
    request,
  )
}

/** By time, since the id of an automatic snapshot tells its day alone. */
function keyOf({ created_at, id }: Snapshot): string {
  return created_at + id
}
