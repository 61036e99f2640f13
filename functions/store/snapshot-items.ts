import { Refused } from '../domain/errors'
import { ItemCatalogue } from '../domain/item-catalogue'
import type { ItemFilter, ItemSort } from '../domain/item-list'
import type { ItemSegments } from '../domain/item-segments'
import { type Page, type PageRequest, page } from '../domain/list'
import { type ItemDifference, SnapshotDifference, type Summary } from '../domain/snapshot-difference'
import { Damaged, readChunks } from './chunks'
import type { Table } from './client'
import { catalogueOf } from './item-mirror'
import { getSnapshot, type StoredSnapshot } from './snapshot-row'

type SnapshotItem = NonNullable<ReturnType<ItemSegments['item']>>

/** The items of a snapshot. Refused with `invalid_state` where it is not ready, or what is stored is not what was written. */
export async function itemsOfSnapshot(table: Table, { snapshot, data }: StoredSnapshot): Promise<ItemSegments> {
  if (snapshot.status !== 'ready')
    throw new Refused('invalid_state', `The snapshot is not ready: it is '${snapshot.status}'.`, 'status')
  try {
    return await readChunks(table, data)
  } catch (error) {
    if (error instanceof Damaged) throw damaged()
    throw error
  }
}

/** One page of the items of a snapshot that pass the filter. */
export async function listSnapshotItems(
  table: Table,
  company: string,
  id: string,
  query: ItemFilter & PageRequest & { sort: ItemSort },
): Promise<Page<SnapshotItem>> {
  const { catalogue } = await opened(table, company, id)
  return catalogue.list(query, 'live', 0)
}

/** What a restore of the snapshot would do now: how much of what, and one page of it, in the order in which items were created. */
export async function diffSnapshot(
  table: Table,
  company: string,
  id: string,
  request: PageRequest,
): Promise<{ summary: Summary; differences: Page<ItemDifference> }> {
  const { items } = await opened(table, company, id)
  const present = await catalogueOf(table, company)
  const difference = new SnapshotDifference(items, present.live())
  const { rows, ...rest } = page(difference.all, request)
  return {
    summary: difference.summary,
    differences: { ...rest, rows: rows.map((row) => difference.describe(row)) },
  }
}

type Opened = { name: string; items: ItemSegments; catalogue: ItemCatalogue }

/** The snapshot that was looked into last: its pages are asked for one after the other. */
const last = new WeakMap<Table, Opened>()

async function opened(table: Table, company: string, id: string): Promise<Opened> {
  const stored = await getSnapshot(table, company, id)
  const known = last.get(table)
  if (known?.name === stored.data.name && stored.snapshot.status === 'ready') return known
  const items = await itemsOfSnapshot(table, stored)
  const opened = { name: stored.data.name, items, catalogue: new ItemCatalogue(items) }
  last.set(table, opened)
  return opened
}

function damaged(): Refused {
  return new Refused('invalid_state', 'The snapshot is damaged: what is stored is not what was written.', 'status')
}
