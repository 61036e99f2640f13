import type { ItemSegments } from '../../catalogue/items/item-segments'
import { RowRefused } from '../../domain/errors'
import type { RestoreMode, Summary } from '../../domain/snapshots/difference'
import type { Context } from '../context'
import { getSnapshot } from './get-snapshot'
import { itemsAtOnce } from './items-at-once'
import { SnapshotDifference } from './snapshot-difference'
import { itemsOfSnapshot } from './snapshot-items'

/** What a restore is to bring back, and whether items that came later are to go; null for all items. */
export type RestoreRequest = { mode: RestoreMode; item_ids: string[] | null }

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
