import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { Refusal } from '../../domain/errors'
import { observe } from '../../metrics'

/** In milliseconds. The longest waits after the first try, and after many. */
const [firstBackoffMs, longestBackoffMs] = [10, 400]

/** DynamoDB is too busy, or another database transaction is in the way. */
const busyErrors = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
]

/** An earlier sending was lost: the command may have taken effect, whatever DynamoDB's last response was. */
const maybeApplied = new WeakSet<Error>()

/**
 * `begun`: when the first sending began, by the monotonic clock. `wait`: the delay before this sending. Both in
 * milliseconds. `afterLoss`: an earlier sending was lost.
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
 * Sends again if DynamoDB was busy, or if the command or its response was lost, for `withinMs`. After the first
 * failure always: a function that was frozen finds its connections closed and its time used up.
 */
export const makeRetryStrategy = (withinMs: number): NonNullable<DynamoDBClientConfig['retryStrategy']> => ({
  acquireInitialRetryToken: async () => new Sending(0, performance.now(), 0, false),
  refreshRetryTokenForRetry: async ({ count, begun, afterLoss }: Sending, { error, errorType }: Failure) => {
    const wait = chooseBackoff(count)
    const late = performance.now() + wait > begun + withinMs
    const busy = errorType === 'THROTTLING' || isBusy(error)
    const isGarbled = error instanceof SyntaxError // the response was cut off on its way
    const lost = errorType === 'TRANSIENT' || errorType === 'SERVER_ERROR' || isGarbled
    if (lost) observe('LostAnswers')
    if (afterLoss && error instanceof Error) maybeApplied.add(error)
    if ((late && count > 0) || !(busy || lost)) throw error
    return new Sending(count + 1, begun, wait, afterLoss || lost)
  },
  recordSuccess: () => {},
})

type Failure = { error?: unknown; errorType: string }

/**
 * Refuses with `resource_busy` if DynamoDB stayed busy. A refusal means that nothing has changed: so a command that may
 * have taken effect throws its own error.
 */
export function refuseWhereBusy({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isBusy(error) && !maybeApplied.has(error) ? makeBusyRefusal() : error
      }
    },
    { step: 'initialize', name: 'refuseWhereBusy' },
  )
}

/**
 * Where DynamoDB needs time, or another one that holds what is needed: how long to wait before the next try, in
 * milliseconds. With full jitter: from none to all of it. `tries` counts from 0.
 */
export function chooseBackoff(tries: number): number {
  return Math.random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** tries)
}

export function makeBusyRefusal(): Refusal {
  return new Refusal('resource_busy', 'The database is busy. Try again in a moment.')
}

function isBusy(error: unknown): error is Error {
  return error instanceof Error && busyErrors.includes(error.name)
}
