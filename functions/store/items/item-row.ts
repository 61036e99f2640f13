import * as z from 'zod'
import type { Item } from '../../domain/items/item'
import { type CheckedRow, checkRow, findCheckedRows, readCheckedRows } from '../table/checked-row'
import { keys, listPartitions, type Row } from '../table/schema'
import { queryPartition, type ReadUsage, type Table } from '../table/table'

const nullable = z.string().nullable()

/** A row that does not match is an error of the service. */
const ItemRow = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  location: nullable,
  barcode: nullable,
  reorder_point: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  rev: z.int(),
  sequence: z.int(),
  deleted_at: nullable,
  deleted_by: nullable,
  restored: z.string().optional(),
} satisfies Record<keyof Item, z.ZodType>)

export function parseItemRow(row: unknown): Item {
  return ItemRow.parse(row)
}

/** The pages of each partition, strongly consistent. Includes items in trash. */
export function readItemPartitions(table: Table, companyId: string, usage?: ReadUsage): AsyncGenerator<Item[]>[] {
  return listPartitions('ITEMS', companyId).map((partition) => readItemPages(table, partition, usage))
}

async function* readItemPages(table: Table, partition: string, usage?: ReadUsage): AsyncGenerator<Item[]> {
  for await (const page of queryPartition(table, partition, usage)) yield page.map(parseItemRow)
}

/** Also rows that cannot be read, or that are in the wrong partition. */
export function readCheckedItems(table: Table, companyId: string): AsyncGenerator<CheckedRow<Item>[]> {
  return readCheckedRows(table, listPartitions('ITEMS', companyId), (row) => checkItemRow(companyId, row))
}

/** By id. Those without a row are missing. */
export function findCheckedItems(
  table: Table,
  companyId: string,
  ids: string[],
): Promise<Map<string, CheckedRow<Item>>> {
  const rowKeys = ids.map((id) => keys.item(companyId, id))
  return findCheckedRows(table, rowKeys, (row) => checkItemRow(companyId, row))
}

export function checkItemRow(companyId: string, row: Row): CheckedRow<Item> {
  return checkRow(row, ItemRow, ({ id }) => keys.item(companyId, id))
}
