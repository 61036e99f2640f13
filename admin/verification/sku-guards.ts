import type { Item } from '../../functions/domain/items/item'
import { Reader } from '../../functions/store/commit/reader'
import { findCheckedItems } from '../../functions/store/items/item-row'
import type { Finding, Inspection } from './inspection'
import type { Trails } from './trails'

/** Guards that are read in one call. */
const guardsAtOnce = 100

/** Each live item has its guard. `others`: SKUs that no live item has, so that no guard may name an item under them. */
export async function checkSkuGuards(inspection: Inspection, trails: Trails, others: Set<string>): Promise<void> {
  inspection.report('reading the SKU guards')
  const some: Wanted[] = []
  for (const wanted of listWanted(trails, others))
    if (some.push(wanted) === guardsAtOnce) await checkSome(inspection, some.splice(0))
  await checkSome(inspection, some)
}

/** A SKU, with the id of a live item that has it, or null. */
type Wanted = [sku: string, id: string | null]

function* listWanted(trails: Trails, others: Set<string>): Generator<Wanted> {
  for (const { id, goal } of trails.items.values()) {
    if (goal?.purgedAt !== null) continue
    others.delete(goal.sku)
    yield [goal.sku, id]
  }
  for (const sku of others) yield [sku, null]
}

async function checkSome(inspection: Inspection, wanted: Wanted[]): Promise<void> {
  const { table, companyId } = inspection
  const found = await new Reader(table, companyId).idsOfSkus(new Set(wanted.map(([sku]) => sku)))
  inspection.count('sku_guards', found.size)
  for (const [sku, id] of wanted) {
    if ((found.get(sku) ?? null) === id) continue
    if (id !== null) inspection.suspect(sku, () => findMissing(inspection, id))
    suspectOrphan(inspection, sku)
  }
}

async function findMissing(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const item = await findItem(inspection, id)
  if (item === null || item.deleted_at !== null) return []
  const guards = await new Reader(table, companyId).idsOfSkus([item.sku])
  const named = guards.get(item.sku)
  if (named === id) return []
  const state = named === undefined ? 'is missing' : `names ${named}`
  const text = `The live item ${id} has this SKU. Its guard ${state}.`
  return [{ code: 'missing_sku_guard', resource: item.sku, text }]
}

/**
 * Whether the guard of the SKU names a live item that has it. The guard is read first: items are deleted with theirs.
 * It is no orphan where it is the item that is damaged.
 */
export function suspectOrphan(inspection: Inspection, sku: string): void {
  const { table, companyId } = inspection
  inspection.suspect(sku, async () => {
    const id = (await new Reader(table, companyId).idsOfSkus([sku])).get(sku)
    const item = id === undefined ? null : await findItem(inspection, id)
    if (id === undefined || inspection.isFlagged(id) || (item?.sku === sku && item.deleted_at === null)) return []
    const state = item === null ? 'has no row' : item.deleted_at === null ? `has the SKU ${item.sku}` : 'is in trash'
    return [{ code: 'orphan_sku_guard', resource: sku, text: `The SKU guard names ${id}, which ${state}.` }]
  })
}

async function findItem({ table, companyId }: Inspection, id: string): Promise<Item | null> {
  return (await findCheckedItems(table, companyId, [id])).get(id)?.value ?? null
}
