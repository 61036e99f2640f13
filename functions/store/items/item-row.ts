import * as z from 'zod'
import type { Item } from '../../domain/items/item'
import { getRow, queryPages, type Table } from '../client'
import { keys, partitionsOf } from '../schema'

const nullable = z.string().nullable().default(null)

/** The row of an item, as it must be. A row that is not is a fault of ours, never the caller's. */
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
  restored: z.string().optional(),
})

export function parseItemRow(row: unknown): Item {
  return ItemRow.parse(row)
}

/** The item as its row has it, in whatever state; null where there is no row. */
export async function findItem(table: Table, company: string, id: string): Promise<Item | null> {
  const row = await getRow(table, keys.item(company, id))
  return row ? parseItemRow(row) : null
}

/** The id of the live item with the SKU, as the SKU's guard has it; null where there is none. */
export async function findIdOfSku(table: Table, company: string, sku: string): Promise<string | null> {
  const guard = await getRow(table, keys.sku(company, sku))
  return guard ? String(guard.item_id) : null
}

/** Every item of a company, those in trash included, read strongly: the pages of each partition. */
export function itemPartitions(table: Table, company: string): AsyncGenerator<Item[]>[] {
  return partitionsOf('ITEMS', company).map((partition) => itemPages(table, partition))
}

async function* itemPages(table: Table, partition: string): AsyncGenerator<Item[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': partition } }
  for await (const page of queryPages(table, query)) yield page.map(parseItemRow)
}
