import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { z } from 'zod'
import { Refused } from '../domain/errors'
import { type Item, isInTrash, purgeAt } from '../domain/item'
import { byField, type ItemFilter, type ItemSort, matches } from '../domain/item-list'
import { type Page, type PageRequest, page } from '../domain/list'
import { queryPartitions, type Table } from './client'
import { keys, partitionsOf } from './schema'

const nullable = z.string().nullable().default(null)
/** The row, as it must be. A row that is not is a fault of ours, never the caller's. */
const ItemRow = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  location: nullable,
  barcode: nullable,
  reorder_point: z.int().nullable().default(null),
  created_at: z.string(),
  updated_at: z.string(),
  rev: z.int(),
  sequence: z.int(),
  deleted_at: nullable,
  deleted_by: nullable,
})

/** The item, live or in trash. Refused with `item_not_found` where there is none, or its time in trash is over. */
export async function getItem(table: Table, company: string, id: string): Promise<Item> {
  const { Item: row } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.item(company, id), ConsistentRead: true }),
  )
  const item = row && ItemRow.parse(row)
  if (!item || isPurged(item, table.now())) throw itemNotFound()
  return item
}

/** The live item: one in trash is as good as none. */
export async function getLiveItem(table: Table, company: string, id: string): Promise<Item> {
  const item = await getItem(table, company, id)
  if (isInTrash(item)) throw itemNotFound()
  return item
}

/** One page of the live items that pass the filter. */
export async function listItems(
  table: Table,
  company: string,
  query: ItemFilter & PageRequest & { sort: ItemSort },
): Promise<Page<Item>> {
  const items = (await allItems(table, company)).filter((item) => !isInTrash(item)).filter(matches(query))
  return page(items.sort(byField(query.sort)), query)
}

/** One page of the items in trash; newest deleted first, unless sorted otherwise. */
export async function listTrash(
  table: Table,
  company: string,
  query: ItemFilter & PageRequest & { sort?: ItemSort | undefined },
): Promise<Page<Item>> {
  const items = (await allItems(table, company)).filter(isInTrash).filter(matches(query))
  return page(items.sort(query.sort ? byField(query.sort) : newestDeletedFirst), query)
}

async function allItems(table: Table, company: string): Promise<Item[]> {
  const rows = await queryPartitions(table, partitionsOf('ITEMS', company))
  const now = table.now()
  return rows.map((row) => ItemRow.parse(row)).filter((item) => !isPurged(item, now))
}

function isPurged(item: Item, now: number): boolean {
  const purge = purgeAt(item)
  return purge !== null && purge <= now
}

function newestDeletedFirst(a: Item, b: Item): number {
  return Date.parse(b.deleted_at ?? '') - Date.parse(a.deleted_at ?? '') || (a.id < b.id ? 1 : -1)
}

function itemNotFound(): Refused {
  return new Refused('item_not_found', 'There is no such item.')
}
