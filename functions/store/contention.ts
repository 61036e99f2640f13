import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactGetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Refusal } from '../domain/errors'
import type { Table } from './client'
import { type Moment, measureElapsed } from './moment'
import { chooseBackoff } from './retries'
import type { Row, RowKey } from './schema'

// Changes of the same rows. One that meets a conflict waits, and is decided again. Waits are measured in tries: a try
// reads, decides and sends once. docs/decisions/0017-conflicts-and-contention.md has the reasons and figures.

/** For how many tries a change waits at most after conflicts, all in all. */
const conflictTries = 7
/** How long a try counts at most, in milliseconds: nobody must wait long because a process was frozen. */
const longestTryMs = 100

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
export class ConflictError extends Error {
  constructor(
    readonly rows: Row[] | null = null,
    readonly busy = true,
  ) {
    super()
  }
}

/** The tries of one change. Each reads, decides and commits. */
export class Tries {
  private readonly begun = performance.now()
  private triedAt = this.begun
  private count = 0

  constructor(private readonly table: Table) {}

  /**
   * After a try that failed: waits until the next one. Returns the rows that others have changed, as they are now, or
   * null where anything may have changed. Throws any error but a conflict. Refused with `resource_busy` after 8 s.
   */
  async waitAfter(error: unknown): Promise<Row[] | null> {
    if (!(error instanceof ConflictError)) throw error
    const now = performance.now()
    const wait = error.busy ? chooseBackoff(this.count) : chooseConflictWait(now - this.triedAt, now - this.begun)
    if (wait > 0) await sleep(wait)
    this.count += 1
    this.triedAt = performance.now()
    if (this.triedAt >= this.begun + this.table.limits.recomputeMs)
      throw new Refusal('resource_busy', 'Others are changing the same data. Try again in a moment.')
    return wait > 0 ? null : error.rows // after a wait, they are old
  }
}

/** Each try must read what it needs, and call `transact`. Refused with `resource_busy` after 8 s. */
export async function retryUntilCommitted<Result>(table: Table, attempt: () => Promise<Result>): Promise<Result> {
  for (const tries = new Tries(table); ; ) {
    try {
      return await attempt()
    } catch (error) {
      await tries.waitAfter(error)
    }
  }
}

/**
 * In milliseconds. Of the changes that try at the same time only one succeeds, so each waits for some tries. What it
 * has waited counts: who came first goes first, and at last at once.
 */
function chooseConflictWait(tryMs: number, waitedMs: number): number {
  const share = 0.3 + 0.7 * Math.random()
  return share * Math.max(0, conflictTries * Math.min(tryMs, longestTryMs) - waitedMs)
}

/**
 * All writes or none. If a response is lost, the identical database transaction is sent again with the same token, so
 * that it has one effect (DynamoDB keeps the token for 10 minutes). If it was definitely cancelled, throws the refusal
 * of a failed write, or `ConflictError`. `stamped`: the stamp of the log rows in it.
 */
export async function transact(table: Table, writes: Write[], stamped?: Moment): Promise<void> {
  const TransactItems = writes.map((write) => write.action)
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() })
  if (stamped) refuseWhereOld(command, () => measureElapsed(stamped, table.now()) > table.limits.sendMs)
  try {
    await table.db.send(command, { abortSignal: AbortSignal.timeout(table.limits.sendMs) })
  } catch (error) {
    throw error instanceof TransactionCanceledException ? interpretCancellation(error, writes) : error
  }
}

/**
 * All writes or none, again until they are committed. False where the condition of `action` does not hold: then nothing
 * is written. Refused with `resource_busy`.
 */
export async function tryTransact(table: Table, action: Write['action'], others: Write[]): Promise<boolean> {
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
function refuseWhereOld({ middlewareStack }: TransactWriteCommand, isOld: () => boolean): void {
  let sent = false
  middlewareStack.add(
    (next) => (args) => {
      if (isOld())
        throw sent ? new Error('the transaction is too old to be sent again') : new ConflictError(null, false)
      sent = true
      return next(args)
    },
    // Next to the sending. The document client adds what a command has twice.
    { step: 'deserialize', priority: 'low', name: 'refuseWhereOld', override: true },
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
      throw error instanceof TransactionCanceledException ? new ConflictError() : error
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
  const conflicts = failures.filter(({ Code, write }) => Code === 'ConditionalCheckFailed' && !write?.refusal)
  const rows = conflicts.flatMap(({ Item }) => (Item ? [unmarshall(Item)] : []))
  const throttled = codes.has('ThrottlingError') || codes.has('ProvisionedThroughputExceeded')
  return new ConflictError(rows.length === conflicts.length ? rows : null, throttled)
}

/** Whoever meets this error logs all of its fields. What is stored must not be among them. */
function dropRows(cancellation: TransactionCanceledException): Error {
  for (const reason of cancellation.CancellationReasons ?? []) delete reason.Item
  return cancellation
}
