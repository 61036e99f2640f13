import * as z from 'zod'
import { type SnapshotFilter, snapshotStatuses, snapshotTypes } from '../domain/snapshots/snapshot'
import { id, oneOf, optionalText, timestamp } from './fields'
import { ListItems } from './item'
import { listOf, pageQuery } from './page'

const nullableInteger = z.int().nullable()
const value = z.union([z.string(), z.number(), z.null()])

export const SnapshotParams = z.strictObject({ id: id('snp') })

/** Counts, size (bytes) and checksum (SHA-256 of the stored bytes, in hex) are null until the snapshot is ready. */
export const Snapshot = z.object({
  id: z.string(),
  name: z.string().nullable(),
  type: z.enum(snapshotTypes),
  status: z.enum(snapshotStatuses),
  item_count: nullableInteger,
  total_quantity: nullableInteger,
  size_bytes: nullableInteger,
  checksum: z.string().nullable(),
  created_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  last_restored_at: timestamp.nullable(),
})

export const CreateSnapshot = z.strictObject({ name: optionalText(200) })

const filters = {
  type: oneOf(snapshotTypes).optional(),
  status: oneOf(snapshotStatuses).optional(),
} satisfies Record<keyof SnapshotFilter, z.ZodType>

export const ListSnapshots = z.strictObject({ ...pageQuery, ...filters })
export const SnapshotList = listOf(Snapshot)

export const ListSnapshotItems = ListItems

export const DiffSnapshot = z.strictObject(pageQuery)

/** How many items a restore in the mode `replace` would create, update, trash and leave unchanged. */
const counts = { created: z.int(), updated: z.int(), trashed: z.int(), unchanged: z.int() }

/** `from` is the value now, `to` is the value in the snapshot. */
const ItemDifference = z.object({
  item_id: z.string(),
  sku: z.string(),
  change: z.enum(['created', 'updated', 'trashed']),
  fields: z.array(z.object({ field: z.string(), from: value, to: value })),
})

export const SnapshotDiff = z.object({ summary: z.object(counts), ...listOf(ItemDifference).shape })
export const RestoreCounts = z.object(counts)
