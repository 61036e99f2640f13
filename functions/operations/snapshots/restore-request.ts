import type { ItemSegments } from '../../catalogue/items/item-layout'
import { RowRefusal } from '../../domain/errors'
import type { RestoreMode, Summary } from '../../domain/snapshots/difference'
import type { Context } from '../context'
import { readItemsAtOnce } from './items-at-once'
import { getSnapshot } from './read-snapshots'
import { SnapshotDifference } from './snapshot-difference'
import { readItemsOfSnapshot } from './snapshot-items'

/** `mode` says whether items that were created later are trashed. `item_ids` is null for all items. */
export type RestoreRequest = { mode: RestoreMode; item_ids: string[] | null }

export async function previewRestore(context: Context, snapshotId: string, request: RestoreRequest): Promise<Summary> {
  const { table, caller } = context
  const wanted = await readItemsOfSnapshot(context, await getSnapshot(context, snapshotId))
  return selectDifference(wanted, await readItemsAtOnce(table, caller.companyId), request).summary
}

/** Refused for the first chosen item that is neither in the snapshot nor in the inventory. */
export function selectDifference(
  wanted: ItemSegments,
  present: ItemSegments,
  { mode, item_ids }: RestoreRequest,
): SnapshotDifference {
  const unknown = (item_ids ?? []).findIndex((id) => wanted.find(id) === null && present.find(id) === null)
  if (unknown >= 0) throw makeUnknownItemRefusal(unknown)
  return new SnapshotDifference(wanted, present, { mode, itemIds: item_ids })
}

function makeUnknownItemRefusal(row: number): RowRefusal {
  const describe = (field: string) => `The '${field}' field is neither in the snapshot nor in the inventory.`
  return new RowRefusal('invalid_request', row, null, describe)
}
