import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { Refused } from '../domain/errors'
import { retryWithinMs } from './timing'

/** The longest wait before a command is sent again, in milliseconds. */
const longestWaitMs = 400

/** What DynamoDB answers where it, or another transaction, has no room for a command just now. */
const busyErrors = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
]

/** Errors of commands of which an earlier sending was lost. It may have taken effect, whatever DynamoDB answered in the end. */
const unsure = new WeakSet<Error>()

/**
 * One more sending of a command: when the first began, by the monotonic clock, and how long this one waits; milliseconds. `afterLoss`: a
 * sending before it was lost.
 */
class Sending {
  constructor(
    readonly count: number,
    readonly begun: number,
    private readonly wait: number,
    readonly afterLoss: boolean,
  ) {}
  getRetryCount = () => this.count
  getRetryDelay = () => this.wait
}

/**
 * Sends a command again while that may help: where DynamoDB was busy, and where the command or its answer was lost. What counts is time, not
 * attempts; but a first failure is always tried again, since a function that was frozen finds its connections closed, and its time gone.
 */
export const retryStrategy: NonNullable<DynamoDBClientConfig['retryStrategy']> = {
  acquireInitialRetryToken: async () => new Sending(0, performance.now(), 0, false),
  refreshRetryTokenForRetry: async ({ count, begun, afterLoss }: Sending, { error, errorType }: Failure) => {
    const wait = Math.random() * Math.min(longestWaitMs, 10 * 2 ** count) // full jitter
    const late = performance.now() + wait > begun + retryWithinMs
    const busy = errorType === 'THROTTLING' || isBusy(error)
    const lost = errorType === 'TRANSIENT' || errorType === 'SERVER_ERROR' || isGarbled(error)
    if (afterLoss && error instanceof Error) unsure.add(error)
    if ((late && count > 0) || !(busy || lost)) throw error
    return new Sending(count + 1, begun, wait, afterLoss || lost)
  },
  recordSuccess: () => {},
}

type Failure = { error?: unknown; errorType: string }

/**
 * Makes a client refuse a command with `resource_busy` where DynamoDB was busy for as long as it was tried. A refusal says that nothing was
 * changed, so a command that may have taken effect is not refused: its error stays what it is.
 */
export function refuseWhereBusy({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isBusy(error) && !unsure.has(error)
          ? new Refused('resource_busy', 'The database is busy. Try again in a moment.')
          : error
      }
    },
    { step: 'initialize', name: 'refuseWhereBusy' },
  )
}

function isBusy(error: unknown): error is Error {
  return error instanceof Error && busyErrors.includes(error.name)
}

/** True for an answer that cannot be read, since it was cut off on its way. */
function isGarbled(error: unknown): boolean {
  return error instanceof SyntaxError
}
