import * as z from 'zod'
import type { Item } from '../../domain/item'

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
