import { catalogueOf } from '../../catalogue/items/item-mirror'
import type { ItemSegments } from '../../catalogue/items/item-segments'
import { RowRefused } from '../../domain/errors'
import { type Page, type PageRequest, page } from '../../domain/list'
import type { ItemDifference, RestoreMode, Summary } from '../../domain/snapshots/difference'
import type { Context } from '../context'
import { itemsAtOnce } from './cut'
import { getSnapshot } from './get-snapshot'
import { SnapshotDifference } from './snapshot-difference'
import { itemsOfSnapshot, openSnapshot } from './snapshot-items'

/** What a restore is to bring back, and whether items that came later are to go; null for all items. */
export type RestoreRequest = { mode: RestoreMode; item_ids: string[] | null }

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

/** What a restore would do, without doing it. */
export async function previewRestore(context: Context, snapshotId: string, request: RestoreRequest): Promise<Summary> {
  const { table, caller } = context
  const wanted = await itemsOfSnapshot(table, await getSnapshot(context, snapshotId))
  return requestedDifference(wanted, await itemsAtOnce(table, caller.companyId), request).summary
}

/** The difference, of the items that are chosen. Refused where one of those is nowhere. */
export function requestedDifference(
  wanted: ItemSegments,
  present: ItemSegments,
  { mode, item_ids }: RestoreRequest,
): SnapshotDifference {
  const unknown = (item_ids ?? []).findIndex((id) => wanted.find(id) === null && present.find(id) === null)
  if (unknown >= 0) throw unknownItem(unknown)
  return new SnapshotDifference(wanted, present, { mode, itemIds: item_ids })
}

function unknownItem(row: number): RowRefused {
  const tell = (field: string) => `The '${field}' field is neither in the snapshot nor in the inventory.`
  return new RowRefused('invalid_request', row, null, tell)
}
