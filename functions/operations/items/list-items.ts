import { readItemCatalogue } from '../../catalogue/items/item-catalogue'
import type { Item } from '../../domain/items/item'
import type { ItemFilter, ItemSort, TrashSort } from '../../domain/items/item-list'
import type { Page, PageRequest } from '../../domain/list'
import type { Context, Workers } from '../context'

type Listing = Context & { workers: Workers }

/** Requests a compaction where the catalogue needs one. */
export function listItems(context: Listing, query: ItemFilter & PageRequest & { sort: ItemSort }): Promise<Page<Item>> {
  return list(context, query, 'live')
}

export function listTrash(
  context: Listing,
  query: ItemFilter & PageRequest & { sort?: TrashSort | undefined },
): Promise<Page<Item>> {
  return list(context, { ...query, sort: query.sort ?? '-deleted_at' }, 'trash')
}

async function list(
  { table, caller, workers }: Listing,
  query: ItemFilter & PageRequest & { sort: TrashSort },
  where: 'live' | 'trash',
): Promise<Page<Item>> {
  const catalogue = await readItemCatalogue(table, caller.companyId, workers.requestCompaction)
  return catalogue.list({ ...query, where, now: table.now() })
}
