import * as z from 'zod'
import { auditActions, resourceTypes } from '../../domain/audit'
import { actorTypes } from '../../domain/caller'
import type { Item } from '../../domain/item'
import { movementTypes, reasons } from '../../domain/stock'
import { byResource, type RowKey, ttlAttribute } from '../schema'

export const ulidLength = 26
const value = z.union([z.string(), z.number(), z.null()])
const text = z.string().optional()
const count = z.int().optional()

/**
 * One row for every change of an item or an order: audit entry, ledger record (where stock moved: those have a `type`) and change
 * feed (`rev`, and for items `after`, and when the revision before it was made: `previous_at`, epoch milliseconds) in one. All rows of a transaction share their ulid, and `n` says how many they are.
 */
const LogRow = z.object({
  pk: z.string(),
  sk: z.string(),
  [byResource.partition]: z.string(),
  n: z.int(),
  action: z.enum(auditActions),
  resource_type: z.enum(resourceTypes),
  resource_id: z.string(),
  item_id: text,
  order_id: text,
  sku: text,
  rev: z.int(),
  after: text,
  previous_at: count,
  changes: z.record(z.string(), z.tuple([value, value])).optional(),
  user_id: z.string(),
  actor_type: z.enum(actorTypes),
  actor_id: z.string(),
  actor_name: text,
  request_id: text,
  created_at: z.string(),
  type: z.enum(movementTypes).optional(),
  sequence: count,
  quantity_change: count,
  quantity_before: count,
  quantity_after: count,
  reason: z.enum(reasons).optional(),
  reference: text,
  note: text,
  occurred_at: text,
  line_item_id: text,
  receipt_id: text,
  snapshot_id: text,
  reversal_of: text,
  reversed_by: text,
  [ttlAttribute]: count,
})
export type LogRow = z.infer<typeof LogRow>

export function parseLogRow(row: unknown): LogRow {
  return LogRow.parse(row)
}

/** The public id of a log row: as a transaction `txn`, as an audit entry `aud`. */
export function logId(prefix: 'txn' | 'aud', { sk }: Pick<LogRow, 'sk'>): string {
  return `${prefix}_${sk.replace('#', '')}`
}

/** The key of the log row that an id names. */
export function logKey(pk: string, id: string): RowKey {
  const [, name = ''] = id.split('_')
  return { pk, sk: `${name.slice(0, ulidLength)}#${name.slice(ulidLength)}` }
}

/** An item after a change, as a JSON array: field names would double the row. */
export function packed(item: Item): string {
  const { name, sku, quantity, location, barcode, reorder_point, created_at, updated_at, deleted_at } = item
  const times = [created_at, updated_at, deleted_at].map((time) => (time === null ? null : Date.parse(time)))
  const { deleted_by, sequence } = item
  return JSON.stringify([name, sku, quantity, location, barcode, reorder_point, ...times, deleted_by, sequence])
}

/** The item as it was after the change that a log row tells of. */
export function itemAfter({ item_id, rev, after }: Pick<LogRow, 'item_id' | 'rev' | 'after'>): Item {
  const [name, sku, quantity, location, barcode, reorder_point, ...rest] = Packed.parse(JSON.parse(after ?? 'null'))
  const [created, updated, deleted, deleted_by, sequence] = rest
  return {
    id: item_id ?? '',
    name,
    sku,
    quantity,
    location,
    barcode,
    reorder_point,
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
    rev,
    sequence,
    deleted_at: deleted === null ? null : new Date(deleted).toISOString(),
    deleted_by,
  }
}

const nullableText = z.string().nullable()
const nullableNumber = z.number().nullable()
const Packed = z.tuple([
  z.string(),
  z.string(),
  z.number(),
  nullableText,
  nullableText,
  nullableNumber,
  z.number(),
  z.number(),
  nullableNumber,
  nullableText,
  z.number(),
])
