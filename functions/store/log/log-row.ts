import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { actorTypes } from '../../domain/companies/caller'
import { auditActions, resourceTypes } from '../../domain/log/audit'
import { movementTypes, reasons } from '../../domain/stock/movement'
import { ulidLength } from '../../domain/time'
import { type CheckedRow, checkRow } from '../table/checked-row'
import { byResource, keys, makeResource, type Row, type RowKey, ttlAttribute } from '../table/schema'

const logKey = /^[0-7][0-9A-HJKMNP-TV-Z]{25}#\d\d$/
const value = z.union([z.string(), z.number(), z.null()])
const text = z.string().optional()
/** Keys are made of it. DynamoDB knows no empty ones, and no long ones. */
const id = z.string().min(1).max(100)
const count = z.int().optional()

/**
 * One for each change: audit entry, ledger record, change feed and event in one. Rows that moved stock have a `type`.
 * They have in `after` the packed item, order header or snapshot, and in `previous_at` the time of the previous
 * revision. Rows of orders have packed `item_ids` where the lines changed. All rows of a database transaction share a
 * ulid, and `n` is how many they are. `revived`: the restore of a snapshot brought the item back, from trash or after
 * it was purged.
 */
const LogRow = z.object({
  pk: z.string(),
  sk: z.string(),
  [byResource.partition]: z.string(),
  n: z.int(),
  action: z.enum(auditActions),
  resource_type: z.enum(resourceTypes),
  resource_id: id,
  item_id: id.optional(),
  order_id: id.optional(),
  sku: text,
  rev: z.int(),
  after: z.string(),
  previous_at: count,
  item_ids: text,
  changes: z.record(z.string(), z.tuple([value, value])).optional(),
  user_id: z.string(),
  actor_type: z.enum(actorTypes),
  actor_id: z.string(),
  actor_name: text,
  request_id: z.string(),
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
  revived: z.literal(true).optional(),
  reversal_of: text,
  reversed_by: text,
  [ttlAttribute]: count,
})
export type LogRow = z.infer<typeof LogRow>

export function parseLogRow(row: unknown): LogRow {
  return LogRow.parse(row)
}

/** `image`: as the table's stream has it, with the types of DynamoDB. */
export function parseImage(image: object): LogRow {
  return parseLogRow(unmarshall(image as Parameters<typeof unmarshall>[0]))
}

/** A row with an index entry that is not of its resource has a fault, too: lists of one item would lack it. */
export function checkLogRow(companyId: string, row: Row): CheckedRow<LogRow> {
  const checked = checkRow(row, LogRow, ({ sk }) => ({ ...keys.log(companyId, '', 0), sk }))
  if (checked.value === null || checked.fault) return checked
  const { resource_type, resource_id, [byResource.partition]: resource } = checked.value
  const expected = makeResource(resource_type, companyId, resource_id)
  const named = checked.value[`${resource_type}_id`]
  if (resource === expected && named === resource_id) return checked
  const text = resource === expected ? `names ${named} as its ${resource_type}` : `is in the index under ${resource}`
  return { ...checked, fault: { code: 'misplaced_row', text: `${text}, and is of ${expected}` } }
}

/** False for a row that no code has made: it has no time, and no place in the log. */
export function hasLogKey({ sk }: Row): boolean {
  return logKey.test(String(sk))
}

/** `txn` for a transaction, `aud` for an audit entry. */
export function formatLogId(prefix: 'txn' | 'aud', { sk }: Pick<LogRow, 'sk'>): string {
  return `${prefix}_${sk.replace('#', '')}`
}

export function makeLogKey(pk: string, id: string): RowKey {
  const [, name = ''] = id.split('_')
  return { pk, sk: `${name.slice(0, ulidLength)}#${name.slice(ulidLength)}` }
}
