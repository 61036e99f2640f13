import { itemKind } from '../../functions/catalogue/items/item-kind'
import type { ChunkSet } from '../../functions/store/catalogue/chunks'
import { readLogOfResource } from '../../functions/store/log/log-reader'
import { isExpired, makeResource } from '../../functions/store/schema'
import { findSnapshotRow, readCheckedSnapshots, type SnapshotRow } from '../../functions/store/snapshots/snapshot-row'
import { inspectChunks } from './chunk-contents'
import type { Finding } from './finding'
import type { Inspection } from './inspection'

/** Each snapshot that is ready is in the log. Its chunks are what was written, and have as many items as it says. */
export async function checkSnapshots(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the snapshots')
  for await (const page of readCheckedSnapshots(table, companyId)) {
    for (const checked of page) {
      const row = inspection.take(checked)
      if (row?.status === 'ready' && !isExpired(row, table.now()))
        inspection.suspect(row.id, () => checkSnapshot(inspection, row.id))
    }
    inspection.count('snapshots', page.length)
  }
}

/** It may have been deleted meanwhile, or have expired. */
async function checkSnapshot(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const row = await findSnapshotRow(table, companyId, id)
  if (row?.status !== 'ready') return []
  let quantity = 0
  const contents = await inspectChunks(table, itemKind, { name: row.data, chunks: row.chunks ?? 0 }, ({ rows }) => {
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
