import * as z from 'zod'
import { keys, type RowKey } from '../table/schema'
import { findRow, putRow, type Table, tryWrite } from '../table/table'

const Delta = z.object({ name: z.string(), chunks: z.int(), rows: z.int() })
/** Rows that have changed since the base was made, each as it became. */
export type Delta = z.infer<typeof Delta>

/**
 * The base has `rows` rows, and everything committed before `watermark`. The `deltas`, the oldest first, have
 * everything after it that was committed before `through`.
 */
export const HeadRow = z.object({
  base: z.string(),
  chunks: z.int(),
  rows: z.int(),
  watermark: z.int(),
  created_at: z.int(),
  deltas: z.array(Delta),
  through: z.int(),
})
export type Head = z.infer<typeof HeadRow>

/** Younger deltas are not made again: readers that start at the same time all ask, and once is enough. */
const freshMs = 20_000

/** True where a compaction has just been. */
export function isFresh({ through }: Pick<Head, 'through'>, now: number): boolean {
  return through > now - freshMs
}

/** Of what: all items, the headers of all orders, or these with the ids of their items. */
export const baseNames = ['items', 'orders', 'orders_by_item'] as const
export type BaseName = (typeof baseNames)[number]

/** Null if there is no base. */
export async function findHead(table: Table, companyId: string, name: BaseName): Promise<Head | null> {
  const row = await findRow(table, makeHeadKey(companyId, name))
  return row ? HeadRow.parse(row) : null
}

/** False if another base was made current since `seen`. If deltas were, they are replaced: `head` has the same rows. */
export async function swapHead(
  table: Table,
  companyId: string,
  name: BaseName,
  { seen, head }: { seen: Head | null; head: Head },
): Promise<boolean> {
  const condition = seen
    ? {
        ConditionExpression: '#base = :seen',
        ExpressionAttributeNames: { '#base': 'base' },
        ExpressionAttributeValues: { ':seen': seen.base },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const Item = { ...makeHeadKey(companyId, name), ...head }
  return tryWrite(putRow(table, { Item, ...condition }))
}

function makeHeadKey(companyId: string, name: BaseName): RowKey {
  return keys.catalogue(companyId, name.toUpperCase())
}
