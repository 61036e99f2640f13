import { catalogueOf } from '../../catalogue/items/item-mirror'
import { type Page, type PageRequest, page } from '../../domain/list'
import type { ItemDifference, Summary } from '../../domain/snapshots/difference'
import type { Context } from '../context'
import { SnapshotDifference } from './snapshot-difference'
import { openSnapshot } from './snapshot-items'

/** What a restore of the snapshot would do now: how much of what, and one page of it, in the order in which items were created. */
export async function diffSnapshot(
  context: Context,
  id: string,
  request: PageRequest,
): Promise<{ summary: Summary; differences: Page<ItemDifference> }> {
  const { items } = await openSnapshot(context, id)
  const present = await catalogueOf(context.table, context.caller.companyId)
  const difference = new SnapshotDifference(items, present.live())
  const { rows, ...rest } = page(difference.all, request)
  return {
    summary: difference.summary,
    differences: { ...rest, rows: rows.map((row) => difference.describe(row)) },
  }
}
