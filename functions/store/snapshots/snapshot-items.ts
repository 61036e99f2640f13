import { ItemCatalogue } from '../../domain/catalogue/item-catalogue'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import { Refused } from '../../domain/errors'
import type { ItemFilter, ItemSort } from '../../domain/item-list'
import type { Page, PageRequest } from '../../domain/list'
import type { Table } from '../client'
import { Damaged, readChunks } from '../items/chunks'
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
  const { catalogue } = await openSnapshot(table, company, id)
  return catalogue.list(query, 'live', 0)
}

type Opened = { name: string; items: ItemSegments; catalogue: ItemCatalogue }

/** The snapshot that was looked into last: its pages are asked for one after the other. */
const last = new WeakMap<Table, Opened>()

/** The items of a snapshot, for one page after the other. */
export async function openSnapshot(table: Table, company: string, id: string): Promise<Opened> {
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
