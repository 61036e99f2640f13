import { ItemCatalogue } from '../../catalogue/items/item-catalogue'
import { readItemChunks } from '../../catalogue/items/item-chunks'
import type { ItemSegments } from '../../catalogue/items/item-segments'
import { Refused } from '../../domain/errors'
import type { Item } from '../../domain/items/item'
import type { ItemFilter, ItemSort } from '../../domain/items/item-list'
import type { Page, PageRequest } from '../../domain/list'
import { Damaged } from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import type { Context } from '../context'
import { getSnapshot, type StoredSnapshot } from './get-snapshot'

/** The items of a snapshot. Refused with `invalid_state` where it is not ready, or what is stored is not what was written. */
export async function itemsOfSnapshot(table: Table, { snapshot, data }: StoredSnapshot): Promise<ItemSegments> {
  if (snapshot.status !== 'ready')
    throw new Refused('invalid_state', `The snapshot is not ready: it is '${snapshot.status}'.`, 'status')
  try {
    return await readItemChunks(table, data)
  } catch (error) {
    if (error instanceof Damaged) throw damaged()
    throw error
  }
}

/** One page of the items of a snapshot that pass the filter. */
export async function listSnapshotItems(
  context: Context,
  id: string,
  query: ItemFilter & PageRequest & { sort: ItemSort },
): Promise<Page<Item>> {
  const { catalogue } = await openSnapshot(context, id)
  return catalogue.list(query, 'live', 0)
}

type Opened = { name: string; items: ItemSegments; catalogue: ItemCatalogue }

/** The snapshot that was looked into last: its pages are asked for one after the other. */
const last = new WeakMap<Table, Opened>()

/** The items of a snapshot, for one page after the other. */
export async function openSnapshot(context: Context, id: string): Promise<Opened> {
  const { table } = context
  const stored = await getSnapshot(context, id)
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
