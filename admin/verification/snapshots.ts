import { createHash } from 'node:crypto'
import { decodeSegment } from '../../functions/catalogue/columns/codec'
import type { ColumnLayout, RowTypes, Segment } from '../../functions/catalogue/columns/segment'
import { itemLayout } from '../../functions/catalogue/items/item-layout'
import { DamageError } from '../../functions/domain/errors'
import { abandonedAfterMs } from '../../functions/domain/snapshots/snapshot'
import { type ChunkSet, type NamedChunks, readChunks } from '../../functions/store/catalogue/chunks'
import { readLogOfResource } from '../../functions/store/log/log-reader'
import { findLock } from '../../functions/store/snapshots/restore-lock'
import { findRestoreRow, readCheckedRestores } from '../../functions/store/snapshots/restore-row'
import { findSnapshotRow, readCheckedSnapshots, type SnapshotRow } from '../../functions/store/snapshots/snapshot-row'
import { isExpired, makeResource } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { clockSkewMs } from '../../functions/store/time/timing'
import type { Finding, Inspection } from './inspection'

/** What chunks hold. `fault`: in words, why they cannot be read, or null. */
export type ChunkContents = { rows: number; checksum: string; fault: string | null }

/** One chunk after the other. `visit` sees each part of the rows. */
export async function inspectChunks<Types extends RowTypes>(
  table: Table,
  layout: ColumnLayout<Types>,
  chunkSet: NamedChunks,
  visit: (segment: Segment<Types>) => void = () => {},
): Promise<ChunkContents> {
  const hash = createHash('sha256')
  let rows = 0
  try {
    for await (const chunk of readChunks(table, chunkSet)) {
      hash.update(chunk)
      const segment = decodeSegment(layout, chunk)
      visit(segment)
      rows += segment.count
    }
    return { rows, checksum: hash.digest('hex'), fault: null }
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
    return { rows, checksum: '', fault: error.message }
  }
}

/**
 * A restore that runs holds the lock. One without progress for 15 minutes counts as failed: that is no damage. Neither
 * is one that was taken for failed, so that another one holds the lock: its next step is refused.
 */
export async function checkRestores(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the restores')
  for await (const rows of inspection.takePages('restores', readCheckedRestores(table, companyId)))
    for (const { id, done, total, ...row } of rows) {
      if (row.status !== 'running' || isExpired(row, table.now())) continue
      if (row.heartbeat + abandonedAfterMs <= table.now())
        inspection.notes.push(`The restore ${id} has stopped at ${done} of ${total} items: it counts as failed.`)
      else inspection.suspect(id, () => checkRunning(inspection, id))
    }
  inspection.suspect('LOCK', () => checkLock(inspection))
}

async function checkRunning({ table, companyId }: Inspection, id: string): Promise<Finding[]> {
  const row = await findRestoreRow(table, companyId, id)
  if (row?.status !== 'running' || row.heartbeat + abandonedAfterMs <= table.now()) return []
  const lock = await findLock(table, companyId)
  const { restore_id: holder = 'nobody', heartbeat = 0 } = lock ?? {}
  if (holder === id || heartbeat + abandonedAfterMs > table.now()) return []
  return [{ code: 'wrong_restore', resource: id, text: `The restore is running, and ${holder} holds the lock.` }]
}

async function checkLock({ table, companyId }: Inspection): Promise<Finding[]> {
  const { restore_id = 'LOCK', heartbeat = 0 } = (await findLock(table, companyId)) ?? {}
  if (heartbeat <= table.now() + clockSkewMs) return []
  const at = new Date(heartbeat).toISOString()
  return [{ code: 'wrong_restore', resource: restore_id, text: `The lock of restores is from the future: ${at}.` }]
}

/** Each snapshot that is ready is in the log. Its chunks are what was written, and have as many items as it says. */
export async function checkSnapshots(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the snapshots')
  for await (const rows of inspection.takePages('snapshots', readCheckedSnapshots(table, companyId)))
    for (const row of rows)
      if (row.status === 'ready' && !isExpired(row, table.now()))
        inspection.suspect(row.id, () => checkSnapshot(inspection, row.id))
}

/** It may have been deleted meanwhile, or have expired. */
async function checkSnapshot(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const row = await findSnapshotRow(table, companyId, id)
  if (row?.status !== 'ready') return []
  let quantity = 0
  const chunkSet = { companyId, name: row.data, chunks: row.chunks ?? 0 }
  const contents = await inspectChunks(table, itemLayout, chunkSet, ({ rows }) => {
    quantity += rows.columns.quantity.reduce((sum, each) => sum + each, 0)
  })
  const text = contents.fault ?? compare(row, { ...contents, quantity })
  const damage: Finding[] =
    text === null ? [] : [{ code: 'damaged_snapshot', resource: id, text: `The snapshot is damaged: ${text}.` }]
  return [...damage, ...(await findUnlogged(inspection, id))]
}

/** Both are written in one database transaction. No snapshot is kept as long as its log row. */
async function findUnlogged({ table, companyId }: Inspection, id: string): Promise<Finding[]> {
  const rows = await readLogOfResource(table, makeResource('snapshot', companyId, id), { companyId })
  if (rows.some(({ action }) => action === 'create')) return []
  return [{ code: 'missing_log_row', resource: id, text: 'The log does not say that the snapshot was taken.' }]
}

function compare(
  { item_count, total_quantity, checksum }: SnapshotRow,
  found: Pick<ChunkSet, 'checksum'> & { rows: number; quantity: number },
): string | null {
  if (found.checksum !== checksum) return 'its chunks are not what was written'
  if (found.rows !== item_count) return `it has ${found.rows} items, and should have ${item_count}`
  return found.quantity === total_quantity ? null : `it has ${found.quantity} pieces, and should have ${total_quantity}`
}
