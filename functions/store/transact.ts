import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactGetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { Refused } from '../domain/errors'
import type { Row, Table } from './client'
import type { RowKey } from './schema'
import { sendWithinMs } from './timing'

/** How long a change that others keep overtaking is computed anew before it is refused, in milliseconds. */
const recomputeWithinMs = 8_000

/**
 * One action of a transaction. `refusal` is what its failed condition means; without one, the change is computed anew. A
 * `decisive` refusal holds whatever else failed.
 */
export type Write = {
  action: NonNullable<TransactWriteCommandInput['TransactItems']>[number]
  refusal?: Refused
  decisive?: boolean
}

/** What was read is out of date, and nothing was committed: others wrote meanwhile. */
export class Overtaken extends Error {}

/**
 * Runs `attempt` until its transaction is committed: it reads afresh, computes the change and calls `transact`.
 * Refused with `resource_busy` where others keep getting in first.
 */
export async function untilCommitted<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + recomputeWithinMs
  for (let tries = 0; performance.now() < deadline; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      await sleep(Math.random() * Math.min(500, 10 * 2 ** tries)) // full jitter
    }
  }
  throw new Refused('resource_busy', 'Others are changing the same data. Try again in a moment.')
}

/**
 * Commits all writes or none. After a lost answer the identical transaction is sent again with the same token, which has one
 * effect (DynamoDB keeps the token for 10 minutes); only a definite cancellation is computed anew, by `untilCommitted`.
 */
export async function transact(table: Table, writes: Write[]): Promise<void> {
  const command = { TransactItems: writes.map((write) => write.action), ClientRequestToken: randomUUID() }
  try {
    await table.db.send(new TransactWriteCommand(command), { abortSignal: AbortSignal.timeout(sendWithinMs) })
  } catch (error) {
    throw error instanceof TransactionCanceledException ? meaning(error, writes) : error
  }
}

/** The row of a key, as it is when no transaction on it is under way: one that is seen in another row is seen in this one, too. */
export function getSettledRow(table: Table, Key: RowKey): Promise<Row | undefined> {
  return untilCommitted(async () => {
    const command = new TransactGetCommand({ TransactItems: [{ Get: { TableName: table.name, Key } }] })
    const { Responses } = await table.db.send(command).catch((error: unknown) => {
      throw error instanceof TransactionCanceledException ? new Overtaken() : error
    })
    return Responses?.[0]?.Item
  })
}

function meaning(cancelled: TransactionCanceledException, writes: Write[]): Error {
  const failed = (cancelled.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code && Code !== 'None' ? [{ Code, index }] : [],
  )
  const passing = ['ConditionalCheckFailed', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']
  if (failed.length === 0 || failed.some(({ Code }) => !passing.includes(Code))) return cancelled
  const refused = failed.map(({ Code, index }) => (Code === 'ConditionalCheckFailed' ? writes[index] : undefined))
  const decisive = refused.find((write) => write?.decisive)
  if (decisive?.refusal) return decisive.refusal
  const refusals = refused.map((write) => write?.refusal)
  // A refusal counts only where nothing else failed: beside a stale row it may be out of date itself.
  return refusals.every((refusal) => refusal !== undefined) ? (refusals[0] ?? cancelled) : new Overtaken()
}
