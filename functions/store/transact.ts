import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactGetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { Refusal } from '../domain/errors'
import type { Row, Table } from './client'
import type { RowKey } from './schema'
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

/** Others have changed what was read. Nothing was committed. */
export class OvertakenError extends Error {}

/** Each run must read anew, compute the change and call `transact`. Refused with `resource_busy` after 8 s. */
export async function retryUntilCommitted<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + recomputeWithinMs
  for (let tries = 0; performance.now() < deadline; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error
      await sleep(Math.random() * Math.min(500, 10 * 2 ** tries)) // full jitter
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

function interpretCancellation(cancellation: TransactionCanceledException, writes: Write[]): Error {
  const failures = (cancellation.CancellationReasons ?? []).flatMap(({ Code }, index) =>
    Code && Code !== 'None' ? [{ Code, index }] : [],
  )
  const knownCodes = [
    'ConditionalCheckFailed',
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
  ]
  if (failures.length === 0 || failures.some(({ Code }) => !knownCodes.includes(Code))) return cancellation
  const failedWrites = failures.map(({ Code, index }) =>
    Code === 'ConditionalCheckFailed' ? writes[index] : undefined,
  )
  const decisive = failedWrites.find((write) => write?.decisive)
  if (decisive?.refusal) return decisive.refusal
  const refusals = failedWrites.map((write) => write?.refusal)
  // A refusal counts only if nothing else failed. If another row was out of date, the refusal may be, too.
  return refusals.every((refusal) => refusal !== undefined) ? (refusals[0] ?? cancellation) : new OvertakenError()
}
