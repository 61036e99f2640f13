import { concurrently } from '../functions/domain/concurrently'
import { updateItem } from '../functions/domain/item'
import type { Table } from '../functions/store/client'
import { changeItem } from '../functions/store/items/item-changes'
import { getLiveItem, listItems } from '../functions/store/items/items'
import { runRestore } from '../functions/store/snapshots/run-restore'
import { diffSnapshot } from '../functions/store/snapshots/snapshot-difference'
import { startRestore } from '../functions/store/snapshots/start-restore'
import { type TakenSnapshot, takeSnapshot } from '../functions/store/snapshots/take-snapshot'
import { caller } from '../testing/table'
import { costOf, type Line } from './measure'

/** Bytes that an item may take in a snapshot: 4 MB for 100 000. */
const bytesPerItem = 40
const changedAtOnce = 8

/** A snapshot of `size` items: taking it, comparing it with a present in which 1 % have changed, and bringing those back. */
export async function snapshotLines(table: Table, companyId: string, size: number): Promise<Line[]> {
  const who = caller(companyId)
  let taken: TakenSnapshot | null = null
  const take = async () => {
    taken = await takeSnapshot({ ...table }, who, { name: null, type: 'manual' })
  }
  const taking = await costOf(table, 1, take)
  const { snapshot } = taken as unknown as TakenSnapshot
  const bytes = snapshot.size_bytes ?? 0
  if (size >= 10_000 && bytes > bytesPerItem * size) throw new Error(`a snapshot of ${size} items takes ${bytes} bytes`)
  const changed = Math.ceil(size / 100)
  await change(table, companyId, changed)
  const reader = { ...table }
  const diff = () => diffSnapshot(reader, companyId, snapshot.id, { limit: 50, offset: 0 })
  const cold = await costOf(table, 1, diff)
  const warm = await costOf(table, 3, diff)
  const restore = async () => {
    const handOver = async (id: string) => void (await runRestore(table, companyId, id))
    await startRestore(table, who, snapshot.id, { mode: 'replace', item_ids: null }, { handOver })
  }
  const restoring = await costOf(table, 1, restore)
  const { summary } = await diff()
  if (summary.updated + summary.created + summary.trashed > 0) throw new Error('the restore left a difference')
  return [
    { what: `snapshot, ${(bytes / 1e6).toFixed(2)} MB stored`, ...taking, limit: null },
    { what: `difference of ${changed} items, cold`, ...cold, limit: null },
    { what: 'the same, warm', ...warm, limit: null },
    { what: `restore of ${changed} items`, ...restoring, limit: null },
  ]
}

/** Renames and moves items, some at once. */
async function change(table: Table, companyId: string, count: number): Promise<void> {
  const ids: string[] = []
  for (let offset = 0; offset < count; offset += 100) {
    const { rows } = await listItems(table, companyId, { limit: Math.min(100, count - offset), offset, sort: 'name' })
    ids.push(...rows.map(({ id }) => id))
  }
  await concurrently(ids, changedAtOnce, (id) =>
    changeItem(table, caller(companyId), getLiveItem, id, (item, at) =>
      updateItem(item, { name: `${item.name} (old)`, quantity: item.quantity + 1 }, at),
    ),
  )
}
