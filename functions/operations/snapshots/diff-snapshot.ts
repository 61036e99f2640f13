import { readItemCatalogue } from '../../catalogue/items/item-catalogue'
import { liveItems } from '../../catalogue/items/item-layout'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { ItemDifference, Summary } from '../../domain/snapshots/difference'
import type { Context } from '../context'
import { SnapshotDifference } from './snapshot-difference'
import { openSnapshot } from './snapshot-items'

/** What a restore would do now. Differences are in the order of the items' ids: that in which items were created. */
export async function diffSnapshot(
  context: Context,
  id: string,
  request: PageRequest,
): Promise<{ summary: Summary; differences: Page<ItemDifference> }> {
  const { items } = await openSnapshot(context, id)
  const present = await readItemCatalogue(context.table, context.caller.companyId)
  const difference = new SnapshotDifference(items, present.select(liveItems))
  const { rows, ...rest } = slicePage(difference.all, request)
  return { summary: difference.summary, differences: { ...rest, rows: rows.map((row) => difference.describe(row)) } }
}
