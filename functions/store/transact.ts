import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactGetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Refusal } from '../domain/errors'
import type { Table } from './client'
import { rememberHotRows } from './hot-rows'
import { chooseWait } from './jitter'
import { KnownRows } from './known-rows'
import { busyBackoff } from './retries'
import { chooseWaitForRivals, recordTry } from './rivals'
import type { Row, RowKey } from './schema'
import { recomputeWithinMs, sendWithinMs } from './timing'

/**
 * `refusal` is what a failed condition means. Without it, the change is computed anew. A `decisive` refusal is thrown
 * even if other writes failed, too.
 */
export type Write = {
  action: NonNullable<TransactWriteCommandInput['TransactItems']>[number]
  refusal?: Refusal
  decisive?: boolean
}

/**
 * Others have changed what was read, or are changing it now. Nothing was committed. `rows` are those that were in the
 * way, as they are now, or null where that is not known. `busy`: trying again soon is of no use.
 */
export class OvertakenError extends Error {
  constructor(
    readonly rows: Row[] | null = null,
    readonly busy = true,
  ) {
    super()
  }
}

/**
 * Each run must compute the change and call `transact`. Before a run, `known` has the rows that others have changed, as
 * they are now, or is empty where anything may have changed. Refused with `resource_busy` after 8 s.
 */
export async function retryUntilCommitted<Result>(attempt: (known: KnownRows) => Promise<Result>): Promise<Result> {
  const known = new KnownRows()
  const begun = performance.now()
  for (let tries = 0, triedAt = begun; triedAt < begun + recomputeWithinMs; tries++, triedAt = performance.now()) {
    const measureTry = () => recordTry(performance.now() - Math.max(triedAt, known.readSince))
    try {
      const result = await attempt(known)
      measureTry()
      return result
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error
      const now = performance.now()
      const tryMs = measureTry()
      if (error.rows) rememberHotRows(error.rows, tryMs)
      const wait = error.busy ? chooseWait(tries, busyBackoff) : chooseWaitForRivals(tryMs, now - begun)
      known.renew(wait > 0 ? null : error.rows) // after a wait, they are old
      if (wait > 0) await sleep(wait)
    }
  }
  throw new Refusal('resource_busy', 'Others are changing the same data. Try again in a moment.')
}

/**
 * All writes or none. If a response is lost, the identical database transaction is sent again with the same token, so
 * that it has one effect (DynamoDB keeps the token for 10 minutes). If it was definitely cancelled, throws the refusal
 * of a failed write, or `OvertakenError` for `retryUntilCommitted`.
 */
export async function transact(table: Table, writes: Write[]): Promise<void> {
  const command = { TransactItems: writes.map((write) => write.action), ClientRequestToken: randomUUID() }
  try {
    await table.db.send(new TransactWriteCommand(command), { abortSignal: AbortSignal.timeout(sendWithinMs) })
  } catch (error) {
    throw error instanceof TransactionCanceledException ? interpretCancellation(error, writes) : error
  }
}

/**
 * Waits for database transactions on the row that are not finished. A plain read could miss one whose other rows can
 * already be seen. Refused with `resource_busy`.
 */
export function findRowAfterCommits(table: Table, Key: RowKey): Promise<Row | undefined> {
  return retryUntilCommitted(async () => {
    const command = new TransactGetCommand({ TransactItems: [{ Get: { TableName: table.name, Key } }] })
    const { Responses } = await table.db.send(command).catch((error: unknown) => {
      throw error instanceof TransactionCanceledException ? new OvertakenError() : error
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
  if (codes.size === 0 || [...codes].some((code) => !knownCodes.includes(code))) return dropRows(cancellation)
  const refused = failures.filter(({ Code, write }) => Code === 'ConditionalCheckFailed' && write?.refusal)
  const decisive = refused.find(({ write }) => write?.decisive)
  if (decisive?.write?.refusal) return decisive.write.refusal
  // A refusal counts only if nothing else failed. If another row was out of date, the refusal may be, too.
  if (refused.length === failures.length) return refused[0]?.write?.refusal ?? dropRows(cancellation)
  const overtaken = failures.filter(({ Code, write }) => Code === 'ConditionalCheckFailed' && !write?.refusal)
  const rows = overtaken.flatMap(({ Item }) => (Item ? [unmarshall(Item)] : []))
  const throttled = codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')
  return new OvertakenError(rows.length === overtaken.length ? rows : null, throttled)
}

/** Whoever meets this error logs all of its fields. What is stored must not be among them. */
function dropRows(cancellation: TransactionCanceledException): Error {
  for (const reason of cancellation.CancellationReasons ?? []) delete reason.Item
  return cancellation
}
