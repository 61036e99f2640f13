import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { Refused } from '../../domain/errors'
import { type Item, isInTrash, isPurged } from '../../domain/item'
import type { ItemFilter, TrashSort } from '../../domain/item-list'
import type { Page, PageRequest } from '../../domain/list'
import type { Table } from '../client'
import { keys } from '../schema'
import { catalogueOf } from './item-mirror'
import { parseItemRow } from './item-row'

/** The item as its row has it, in whatever state; null where there is no row. */
export async function findItem(table: Table, company: string, id: string): Promise<Item | null> {
  const { Item: row } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.item(company, id), ConsistentRead: true }),
  )
  return row ? parseItemRow(row) : null
}

/** The item, live or in trash. Refused with `item_not_found` where there is none, or its time in trash is over. */
export async function getItem(table: Table, company: string, id: string): Promise<Item> {
  const item = await findItem(table, company, id)
  if (!item || isPurged(item, table.now())) throw new Refused('item_not_found', 'There is no such item.')
  return item
}

/** The live item: one in trash is as good as none. */
export async function getLiveItem(table: Table, company: string, id: string): Promise<Item> {
  const item = await getItem(table, company, id)
  if (isInTrash(item)) throw new Refused('item_not_found', 'There is no such item.')
  return item
}

/** One page of the items that are live, or in trash, and pass the filter. A reader that sees the need asks for a compaction. */
export async function listItems(
  table: Table,
  company: string,
  query: ItemFilter & PageRequest & { sort: TrashSort },
  where: 'live' | 'trash' = 'live',
  requestCompaction?: (company: string) => Promise<void>,
): Promise<Page<Item>> {
  const catalogue = await catalogueOf(table, company, requestCompaction)
  return catalogue.list(query, where, table.now())
}
