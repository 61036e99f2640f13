import type { Caller } from '../../domain/caller'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import { Refused } from '../../domain/errors'
import { type Page, type PageRequest, page } from '../../domain/list'
import {
  type ItemDifference,
  type RestoreMode,
  SnapshotDifference,
  type Summary,
} from '../../domain/snapshot-difference'
import type { Table } from '../client'
import { catalogueOf } from '../items/item-mirror'
import { itemsAtOnce } from './cut'
import { itemsOfSnapshot, openSnapshot } from './snapshot-items'
import { getSnapshot } from './snapshot-row'

/** What a restore is to bring back, and whether items that came later are to go; null for all items. */
export type RestoreRequest = { mode: RestoreMode; item_ids: string[] | null }

/** What a restore of the snapshot would do now: how much of what, and one page of it, in the order in which items were created. */
export async function diffSnapshot(
  table: Table,
  company: string,
  id: string,
  request: PageRequest,
): Promise<{ summary: Summary; differences: Page<ItemDifference> }> {
  const { items } = await openSnapshot(table, company, id)
  const present = await catalogueOf(table, company)
  const difference = new SnapshotDifference(items, present.live())
  const { rows, ...rest } = page(difference.all, request)
  return {
    summary: difference.summary,
    differences: { ...rest, rows: rows.map((row) => difference.describe(row)) },
  }
}

/** What a restore would do, without doing it. */
export async function dryRunRestore(
  table: Table,
  { companyId }: Caller,
  snapshotId: string,
  request: RestoreRequest,
): Promise<Summary> {
  const wanted = await itemsOfSnapshot(table, await getSnapshot(table, companyId, snapshotId))
  return requestedDifference(wanted, await itemsAtOnce(table, companyId), request).summary
}

/** The difference, of the items that are chosen. Refused where one of those is nowhere. */
export function requestedDifference(
  wanted: ItemSegments,
  present: ItemSegments,
  { mode, item_ids }: RestoreRequest,
): SnapshotDifference {
  const unknown = (item_ids ?? []).findIndex((id) => wanted.find(id) === null && present.find(id) === null)
  if (unknown >= 0) {
    const field = `item_ids[${unknown}]`
    throw new Refused('invalid_request', `The '${field}' field is neither in the snapshot nor in the inventory.`, field)
  }
  return new SnapshotDifference(wanted, present, { mode, itemIds: item_ids })
}
