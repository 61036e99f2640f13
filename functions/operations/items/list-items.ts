import { catalogueOf } from '../../catalogue/items/item-mirror'
import type { Item } from '../../domain/items/item'
import type { ItemFilter, ItemSort, TrashSort } from '../../domain/items/item-list'
import type { Page, PageRequest } from '../../domain/list'
import type { Context, Workers } from '../context'

type Listing = Context & { workers: Workers }

/** One page of the live items that pass the filter. A reader that sees the need asks for a compaction. */
export function listItems(context: Listing, query: ItemFilter & PageRequest & { sort: ItemSort }): Promise<Page<Item>> {
  return list(context, query, 'live')
}

/** One page of the items in trash that pass the filter; unless asked otherwise, what was deleted last comes first. */
export function listTrash(
  context: Listing,
  query: ItemFilter & PageRequest & { sort?: ItemSort | undefined },
): Promise<Page<Item>> {
  return list(context, { ...query, sort: query.sort ?? '-deleted_at' }, 'trash')
}

async function list(
  { table, caller, workers }: Listing,
  query: ItemFilter & PageRequest & { sort: TrashSort },
  where: 'live' | 'trash',
): Promise<Page<Item>> {
  const catalogue = await catalogueOf(table, caller.companyId, workers.requestCompaction)
  return catalogue.list(query, where, table.now())
}
