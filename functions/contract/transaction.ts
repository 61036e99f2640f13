import * as z from 'zod'
import { maxQuantity, movementTypes, reasons, requestedTypes } from '../domain/stock/movement'
import {
  anyId,
  date,
  id,
  instant,
  oneOf,
  oneOrMany,
  optionalId,
  optionalText,
  positive,
  quantity,
  queryInteger,
  rows,
  timestamp,
} from './fields'
import { listOf, pageQuery } from './page'
import type { NameField } from './row-fields'

export const TransactionParams = z.strictObject({ id: id('txn', { numbered: true }) })

const nullable = z.string().nullable()

/** One line of the ledger. `id` is null in the answer to a `dry_run`. */
export const Transaction = z.object({
  id: nullable,
  type: z.enum(movementTypes),
  item_id: z.string(),
  sku: z.string(),
  name: z.string(),
  sequence: z.int(),
  quantity_change: z.int(),
  quantity_before: z.int(),
  quantity_after: z.int(),
  reason: nullable,
  reference: nullable,
  note: nullable,
  order_id: nullable,
  line_item_id: nullable,
  receipt_id: nullable,
  reversal_of: nullable,
  reversed_by: nullable,
  user_id: z.string(),
  api_key_id: nullable,
  request_id: z.string(),
  occurred_at: timestamp.nullable(),
  created_at: timestamp,
})

const remarks = {
  reason: oneOf(reasons).nullable().default(null),
  reference: optionalText(255),
  note: optionalText(1000, { lines: true }),
}

const common = {
  item_id: optionalId,
  sku: optionalText(100),
  ...remarks,
  occurred_at: instant
    .transform((at) => new Date(at).toISOString())
    .nullable()
    .default(null),
  expected_quantity: quantity.nullable().default(null),
  expected_sequence: quantity.nullable().default(null),
  order_id: optionalId,
  line_item_id: optionalId,
}

const signedMessage = 'must be an integer other than 0'
const adjustment = z
  .int({ error: (issue) => (issue.input === undefined ? 'is required' : signedMessage) })
  .min(-maxQuantity, { error: `must be at least -${maxQuantity}` })
  .max(maxQuantity, { error: `must be at most ${maxQuantity}` })
  .refine((value) => value !== 0, { error: signedMessage })
  .meta({ not: { const: 0 } })

/** The meaning of `quantity` depends on the type. `more` are fields in addition to those of a movement. */
function movement<More extends z.ZodRawShape>(more: More) {
  const shape = { ...common, ...more }
  const variants = [
    z.strictObject({ type: z.enum(['receive', 'issue', 'return']), quantity: positive, ...shape }),
    z.strictObject({ type: z.literal('adjust'), quantity: adjustment, ...shape }),
    z.strictObject({ type: z.literal('count'), quantity, ...shape }),
  ] as const
  return z.discriminatedUnion('type', variants, { error: describeTypeError }).superRefine((row, { addIssue }) => {
    const conflict = findConflict(row as ReferenceFields)
    if (conflict) addIssue({ code: 'custom', path: [conflict.field], message: conflict.message })
  })
}

function describeTypeError({ code, input }: { code?: string; input?: unknown }): string {
  if (code === 'invalid_type') return 'must be an object'
  const isGiven = (input as { type?: unknown }).type !== undefined
  return isGiven ? `must be one of ${requestedTypes.join(', ')}` : 'is required'
}

type ReferenceFields = { type: string } & Record<'item_id' | 'sku' | 'order_id' | 'line_item_id', string | null>

/** A movement names one item. It may omit the item where it receives a line item of an order, which names it. */
function findConflict({
  type,
  item_id,
  sku,
  order_id,
  line_item_id,
}: ReferenceFields): { field: string; message: string } | null {
  const namesItem = item_id !== null || sku !== null
  if (order_id !== null && type !== 'receive')
    return { field: 'order_id', message: "goes with the type 'receive' alone" }
  if (order_id !== null && line_item_id === null)
    return { field: 'line_item_id', message: "is required with 'order_id'" }
  if (order_id === null && line_item_id !== null)
    return { field: 'order_id', message: "is required with 'line_item_id'" }
  if (item_id !== null && sku !== null) return { field: 'sku', message: "must not stand beside 'item_id'" }
  if (order_id === null && !namesItem) return { field: 'item_id', message: "is required, or 'sku' in its place" }
  return null
}

const dry_run = z.boolean({ error: 'must be true or false' }).default(false)
export const Movement = movement({})
const OneMovement = movement({ dry_run, transactions: z.null().optional() })
const ManyMovements = z.strictObject({ transactions: rows(Movement, 40, 'send the rest in another request'), dry_run })

/** One movement, or a list of movements that are committed together or not at all. */
export const CreateTransactions = oneOrMany(
  (body) => 'transactions' in body && body.transactions !== null,
  OneMovement,
  ManyMovements,
)

/** The answer has the form of the request. */
export const CreatedTransactions = z.union([Transaction, z.object({ data: z.array(Transaction) })])

export const ReverseTransaction = z.strictObject(remarks)

export const ListTransactions = z.strictObject({
  ...pageQuery,
  item_id: anyId.optional(),
  type: oneOf(movementTypes).optional(),
  order_id: anyId.optional(),
  user_id: anyId.optional(),
  since: instant.optional(),
  until: instant.optional(),
})
export const TransactionList = listOf(Transaction)

export const ListDailyStock = z.strictObject({ days: queryInteger(1, 90).default(30) })

/** Of the movements of a type on one day. */
export const DailyMovements = z.object({
  date,
  type: z.enum(movementTypes),
  movements: z.int(),
  units_in: z.int(),
  units_out: z.int(),
})
export const DailyStock = z.object({ time_zone: z.string(), data: z.array(DailyMovements) })

export function nameMovement(body: z.output<typeof CreateTransactions>): NameField {
  if (body.transactions) return (row, part) => (part === null ? `transactions[${row}]` : `transactions[${row}].${part}`)
  // For a single movement, what is no longer as expected is a conflict of the whole request.
  return (_, part) => (part?.startsWith('expected_') ? undefined : (part ?? 'line_item_id'))
}

export function renderCreatedTransactions<Row>(
  body: z.output<typeof CreateTransactions>,
  transactions: Row[],
): Row | { data: Row[] } {
  if (body.transactions) return { data: transactions }
  const [transaction] = transactions
  if (transaction === undefined) throw new Error('a movement makes a transaction')
  return transaction
}
