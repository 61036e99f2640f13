import { listItems } from '../functions/operations/items/list-items'
import { diffSnapshot } from '../functions/operations/snapshots/diff-snapshot'
import { runRestore } from '../functions/operations/snapshots/run-restore'
import { startRestore } from '../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../functions/operations/snapshots/take-snapshot'
import type { Table } from '../functions/store/client'
import { runConcurrently } from '../functions/store/concurrently'
import { makeShop, type Shop } from '../testing/shop'
import { makeCaller } from '../testing/table'
import { type Line, measureCost } from './measure'

/** The most bytes that an item may take in a snapshot: 4 MB for 100 000 items. */
const bytesPerItem = 40
const changedAtOnce = 8

/** Measures taking a snapshot of `size` items, comparing it after 1 % of them have changed, and restoring it. */
export async function measureSnapshots(table: Table, companyId: string, size: number): Promise<Line[]> {
  const shop = makeShop(table, makeCaller(companyId))
  const sizes = new Map<string, number>()
  const taking = await measureCost(table, 1, async () => {
    const fresh = { ...shop.context, table: { ...table } }
    const { snapshot } = await takeSnapshot(fresh, { name: null, type: 'manual' })
    sizes.set(snapshot.id, snapshot.size_bytes ?? 0)
  })
  const [[id, bytes] = ['', 0]] = sizes
  if (size >= 10_000 && bytes > bytesPerItem * size) throw new Error(`a snapshot of ${size} items takes ${bytes} bytes`)
  const changed = Math.ceil(size / 100)
  await change(shop, changed)
  const reader = { ...shop.context, table: { ...table } }
  const diff = () => diffSnapshot(reader, id, { limit: 50, offset: 0 })
  const cold = await measureCost(table, 1, diff)
  const warm = await measureCost(table, 3, diff)
  const restore = async () => {
    const workers = {
      ...shop.context.workers,
      requestRestore: async (_: string, restoreId: string) => void (await runRestore(table, companyId, restoreId)),
    }
    const answer = { status: 201, body: '', etag: null, warning: null }
    await startRestore({ ...shop.context, workers }, id, { mode: 'replace', item_ids: null }, () => answer)
  }
  const restoring = await measureCost(table, 1, restore)
  const { summary } = await diff()
  if (summary.updated + summary.created + summary.trashed > 0) throw new Error('the restore left a difference')
  return [
    { what: `snapshot, ${(bytes / 1e6).toFixed(2)} MB stored`, ...taking, limit: null },
    { what: `difference of ${changed} items, cold`, ...cold, limit: null },
    { what: 'the same, warm', ...warm, limit: null },
    { what: `restore of ${changed} items`, ...restoring, limit: null },
  ]
}

async function change(shop: Shop, count: number): Promise<void> {
  const items: { id: string; name: string; quantity: number }[] = []
  for (let offset = 0; offset < count; offset += 100) {
    const { rows } = await listItems(shop.context, { limit: Math.min(100, count - offset), offset, sort: 'name' })
    items.push(...rows)
  }
  await runConcurrently(items, changedAtOnce, ({ id, name, quantity }) =>
    shop.updateItem(id, { name: `${name} (old)`, quantity: quantity + 1 }),
  )
}
