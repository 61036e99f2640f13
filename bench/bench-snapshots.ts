import type { Item } from '../functions/domain/items/item'
import type { Context } from '../functions/operations/context'
import { listItems } from '../functions/operations/items/list-items'
import { diffSnapshot } from '../functions/operations/snapshots/diff-snapshot'
import { listRestores } from '../functions/operations/snapshots/read-restores'
import { listSnapshots } from '../functions/operations/snapshots/read-snapshots'
import { runRestore } from '../functions/operations/snapshots/run-restore'
import { startRestore } from '../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../functions/operations/snapshots/take-snapshot'
import { runConcurrently } from '../functions/store/concurrently'
import type { Table } from '../functions/store/table/table'
import { type Line, measureCost } from './measure'
import { makeContext, makeShop } from './shop'

/** The most bytes that an item may take in a snapshot: 4 MB for 100 000 items. */
const bytesPerItem = 40
const changedAtOnce = 8

/** A base must exist. */
export async function measureSnapshot(table: Table, companyId: string, size: number): Promise<Line[]> {
  const context = makeContext(table, companyId)
  let bytes = 0
  const taking = await measureCost(table, 1, async () => {
    const { snapshot } = await takeSnapshot(context, { name: null, type: 'manual' })
    bytes = snapshot.size_bytes ?? 0
  })
  if (size >= 10_000 && bytes > bytesPerItem * size) throw new Error(`a snapshot of ${size} items takes ${bytes} bytes`)
  return [{ what: `snapshot, ${(bytes / 1e6).toFixed(2)} MB stored`, ...taking, limit: null }]
}

/** Changes 1 % of the items. Not measured. */
export async function changeItems(table: Table, companyId: string, size: number): Promise<Line[]> {
  const shop = makeShop(table, companyId)
  const items: Item[] = []
  for (let offset = 0, count = Math.ceil(size / 100); offset < count; offset += 100) {
    const { rows } = await listItems(shop.context, { limit: Math.min(100, count - offset), offset, sort: 'name' })
    items.push(...rows)
  }
  await runConcurrently(items, changedAtOnce, ({ id, name, stock }) =>
    shop.updateItem(id, { name: `${name} (old)`, quantity: stock.total + 1 }),
  )
  return []
}

/** From the newest snapshot. */
export async function measureDifference(table: Table, companyId: string): Promise<Line[]> {
  const context = makeContext(table, companyId)
  const id = await findNewestSnapshot(context)
  const diff = () => diffSnapshot(context, id, { limit: 50, offset: 0 })
  const cold = await measureCost(table, 1, diff)
  const warm = await measureCost(table, 3, diff)
  return [
    { what: 'difference of 1 % of the items, cold', ...cold, limit: null },
    { what: 'the same, warm', ...warm, limit: null },
  ]
}

/** The request alone. A large restore is left to `measureRestoreWorker`: deployed, that is another function. */
export async function measureRestore(table: Table, companyId: string): Promise<Line[]> {
  const context = makeContext(table, companyId)
  const id = await findNewestSnapshot(context)
  const workers = { ...context.workers, requestRestore: async () => {} }
  const answer = { status: 201, body: '', etag: null, warning: null }
  const restoring = await measureCost(table, 1, () =>
    startRestore({ ...context, workers }, id, { mode: 'replace', item_ids: null }, () => answer),
  )
  return [{ what: 'restore of 1 % of the items, the request', ...restoring, limit: null }]
}

export async function measureRestoreWorker(table: Table, companyId: string): Promise<Line[]> {
  const context = makeContext(table, companyId)
  const restore = await findNewestRestore(context)
  if (restore?.status !== 'running') return []
  const working = await measureCost(table, 1, () => runRestore(table, companyId, restore.id))
  return [{ what: 'the same, its worker', ...working, limit: null }]
}

/** Not measured. */
export async function checkRestored(table: Table, companyId: string): Promise<Line[]> {
  const context = makeContext(table, companyId)
  const restore = await findNewestRestore(context)
  const { summary } = await diffSnapshot(context, restore?.snapshot_id ?? '', { limit: 50, offset: 0 })
  if (summary.updated + summary.created + summary.trashed > 0) throw new Error('the restore left a difference')
  return []
}

async function findNewestRestore(context: Context) {
  const { rows } = await listRestores(context, { limit: 1, offset: 0 })
  return rows[0]
}

async function findNewestSnapshot(context: Context): Promise<string> {
  const { rows } = await listSnapshots(context, { type: 'manual', limit: 1, offset: 0 })
  return rows[0]?.id ?? ''
}
