import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { actorTypes } from '../../domain/companies/caller'
import { auditActions } from '../../domain/log/audit'
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

const common = {
  pk: z.string(),
  sk: z.string(),
  [byResource.partition]: z.string(),
  n: z.int(),
  action: z.enum(auditActions),
  resource_id: id,
  rev: z.int(),
  after: z.string(),
  changes: z.record(z.string(), z.tuple([value, value])).optional(),
  user_id: z.string(),
  actor_type: z.enum(actorTypes),
  actor_id: z.string(),
  actor_name: text,
  request_id: z.string(),
  created_at: z.string(),
  [ttlAttribute]: count,
}

const ItemLogRow = z.object({
  ...common,
  resource_type: z.literal('item'),
  item_id: id,
  sku: z.string(),
  previous_at: count,
  snapshot_id: text,
  revived: z.literal(true).optional(),
})

const MovementLogRow = z.object({
  ...ItemLogRow.shape,
  type: z.enum(movementTypes),
  sequence: z.int(),
  quantity_change: z.int(),
  quantity_before: z.int(),
  quantity_after: z.int(),
  reason: z.enum(reasons).optional(),
  reference: text,
  note: text,
  occurred_at: text,
  business_date: z.iso.date().optional(),
  order_id: id.optional(),
  line_item_id: text,
  receipt_id: text,
  reversal_of: text,
  reversed_by: text,
})

const OrderLogRow = z.object({
  ...common,
  resource_type: z.literal('order'),
  order_id: id,
  previous_at: count,
  item_ids: text,
  receipt_id: text,
  reversed: z.literal(true).optional(),
})

const SnapshotLogRow = z.object({ ...common, resource_type: z.literal('snapshot'), snapshot_id: id })

type AnyLogRow = z.infer<typeof MovementLogRow | typeof ItemLogRow | typeof OrderLogRow | typeof SnapshotLogRow>
type FieldOf<Row> = Row extends unknown ? keyof Row : never
/** Each with the fields of the others, which it does not have. */
type Exact<Row> = Row extends unknown ? Row & { [Field in Exclude<FieldOf<AnyLogRow>, keyof Row>]?: undefined } : never

/** The log row of a change that moved stock. */
export type MovementLogRow = Exact<z.infer<typeof MovementLogRow>>

/**
 * One for each change: audit entry, ledger record, change feed and event in one. Rows that moved stock have a `type`.
 * They have in `after` the packed item, order header or snapshot, and in `previous_at` the time of the previous
 * revision. Rows of orders have packed `item_ids` where the lines changed. All rows of a database transaction share a
 * ulid, and `n` is how many they are. `revived`: the restore of a snapshot brought the item back, from trash or after
 * it was purged. `reversed`: the receipt was taken back. `business_date`: the company's day (`2026-03-14`), where that
 * is not the one of UTC.
 */
export type LogRow = MovementLogRow | Exact<Exclude<AnyLogRow, z.infer<typeof MovementLogRow>>>

export function parseLogRow(row: unknown): LogRow {
  return chooseSchema(row).parse(row)
}

function chooseSchema(row: unknown): z.ZodType<AnyLogRow> {
  const { resource_type, type } = Object(row)
  if (resource_type === 'order') return OrderLogRow
  if (resource_type === 'snapshot') return SnapshotLogRow
  return type === undefined ? ItemLogRow : MovementLogRow
}

/** True where the change moved stock. */
export function isMovement(row: LogRow): row is MovementLogRow {
  return row.type !== undefined
}

/** `image`: as the table's stream has it, with the types of DynamoDB. */
export function parseImage(image: object): LogRow {
  return parseLogRow(unmarshall(image as Parameters<typeof unmarshall>[0]))
}

/** A row with an index entry that is not of its resource has a fault, too: lists of one item would lack it. */
export function checkLogRow(companyId: string, stored: Row): CheckedRow<LogRow> {
  const checked = checkRow(stored, chooseSchema(stored), ({ sk }) => ({ ...keys.log(companyId, '', 0), sk }))
  if (checked.value === null || checked.fault) return checked
  const row: LogRow = checked.value
  const { resource_type, resource_id, [byResource.partition]: resource } = row
  const expected = makeResource(resource_type, companyId, resource_id)
  const named = row[`${resource_type}_id`]
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
