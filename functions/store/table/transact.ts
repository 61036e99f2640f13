import { randomUUID } from 'node:crypto'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactGetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Refusal } from '../../domain/errors'
import { type Moment, measureElapsed } from '../time/timing'
import type { Row, RowKey } from './schema'
import type { Table } from './table'
import { retryUntilCommitted, WriteConflict } from './tries'

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
/** What is done to a row of the table, whose name is added where it is sent. */
export type Action = {
  [Kind in keyof TransactItem]: Omit<NonNullable<TransactItem[Kind]>, 'TableName'>
}

/** Of a row whose key must be free. */
export function putNew(Item: Row) {
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }
}

/**
 * `refusal` is what a failed condition means. Without it, the change is computed anew. A `decisive` refusal is thrown
 * even if other writes failed, too.
 */
export type Write = {
  action: Action
  refusal?: Refusal
  decisive?: boolean
}

/**
 * All writes or none. If a response is lost, the identical database transaction is sent again with the same token, so
 * that it has one effect (DynamoDB keeps the token for 10 minutes). If it was definitely cancelled, throws the refusal
 * of a failed write, or `WriteConflict`. `stamped`: the stamp of the log rows in it.
 */
export async function transact(table: Table, writes: Write[], stamped?: Moment): Promise<void> {
  const TransactItems = writes.map(({ action }) => nameTable(table, action))
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() })
  if (stamped) stopWhereOld(command, () => measureElapsed(stamped, table.now()) > table.limits.sendMs)
  try {
    await table.db.send(command, { abortSignal: AbortSignal.timeout(table.limits.sendMs) })
  } catch (error) {
    throw error instanceof TransactionCanceledException ? interpretCancellation(error, writes) : error
  }
}

function nameTable({ name: TableName }: Table, action: object): TransactItem {
  return Object.fromEntries(Object.entries(action).map(([kind, write]) => [kind, { TableName, ...write }]))
}

/**
 * All writes or none, again until they are committed. False where the condition of `action` does not hold: then nothing
 * is written. Refused with `resource_busy`.
 */
export async function tryTransact(table: Table, action: Action, others: Write[]): Promise<boolean> {
  const refusal = new Refusal('invalid_state', 'The condition of the write does not hold.')
  const writes = [{ action, refusal, decisive: true }, ...others]
  try {
    await retryUntilCommitted(table, () => transact(table, writes))
    return true
  } catch (error) {
    if (error === refusal) return false
    throw error
  }
}

/**
 * Checks at each sending. The limit of the whole call does not do: its timer stands still while a process is frozen.
 * What was never sent is computed anew, with a new stamp. Of what was sent before, the outcome is not known.
 */
function stopWhereOld({ middlewareStack }: TransactWriteCommand, isOld: () => boolean): void {
  let sent = false
  middlewareStack.add(
    (next) => (args) => {
      if (isOld())
        throw sent ? new Error('the transaction is too old to be sent again') : new WriteConflict(null, false)
      sent = true
      return next(args)
    },
    // Next to the sending. The document client adds what a command has twice.
    { step: 'deserialize', priority: 'low', name: 'stopWhereOld', override: true },
  )
}

/**
 * Waits for database transactions on the row that are not finished. A plain read could miss one whose other rows can
 * already be seen. Refused with `resource_busy`.
 */
export function findRowAfterCommits(table: Table, Key: RowKey): Promise<Row | undefined> {
  return retryUntilCommitted(table, async () => {
    const command = new TransactGetCommand({ TransactItems: [{ Get: { TableName: table.name, Key } }] })
    const { Responses } = await table.db.send(command).catch((error: unknown) => {
      throw error instanceof TransactionCanceledException ? new WriteConflict() : error
    })
    return Responses?.[0]?.Item
  })
}

const knownCodes = ['ConditionalCheckFailed', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

function interpretCancellation(cancellation: TransactionCanceledException, writes: Write[]): Error {
  const failures = (cancellation.CancellationReasons ?? []).flatMap(({ Code, Item }, index) =>
    Code && Code !== 'None' ? [{ Code, Item, write: writes[index] }] : [],
  )
  const codes = new Set(failures.map(({ Code }) => Code))
  if (codes.size === 0 || [...codes].some((code) => !knownCodes.includes(code))) return hideRows(cancellation)
  const refused = failures.filter(({ Code, write }) => Code === 'ConditionalCheckFailed' && write?.refusal)
  const decisive = refused.find(({ write }) => write?.decisive)
  if (decisive?.write?.refusal) return decisive.write.refusal
  // A refusal counts only if nothing else failed. If another row was out of date, the refusal may be, too.
  if (refused.length === failures.length) return refused[0]?.write?.refusal ?? hideRows(cancellation)
  const conflicts = failures.filter(({ Code, write }) => Code === 'ConditionalCheckFailed' && !write?.refusal)
  const rows = conflicts.flatMap(({ Item }) => (Item ? [unmarshall(Item)] : []))
  const throttled = codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')
  return new WriteConflict(rows.length === conflicts.length ? rows : null, throttled)
}

/** Whoever meets this error logs all of its fields. What is stored must not be among them. */
function hideRows(cancellation: TransactionCanceledException): Error {
  for (const reason of cancellation.CancellationReasons ?? []) delete reason.Item
  return cancellation
}
