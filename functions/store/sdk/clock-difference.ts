import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { observe } from '../../metrics'
import { clockDifferenceMs } from '../time/timing'

/** A `Date` header tells whole seconds. */
const precisionMs = 1_000

/** Observes the clock at each answer of DynamoDB, also where it is an error. */
export function observeClockOfCalls({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.add(
    (next) => async (args) => {
      const sentAt = Date.now()
      const answered = await next(args)
      const { headers } = answered.response as { headers: Record<string, string | undefined> }
      observeClock(headers.date, sentAt)
      return answered
    },
    { step: 'deserialize', priority: 'low', name: 'observeClock' }, // next to the sending: each one, and no wait
  )
}

/**
 * Reports a process whose clock differs from DynamoDB's by more than `clockDifferenceMs`: lists are exact only where
 * all clocks are within the clock skew. `date`: when DynamoDB answered, as its header says. `sentAt`: when we sent the
 * call.
 */
export function observeClock(date: string | undefined, sentAt: number, now: number = Date.now()): void {
  const difference = computeClockDifference(Date.parse(date ?? ''), { sentAt, now })
  if (difference > clockDifferenceMs) observe('ClockDifference', difference)
}

/** In milliseconds: how much the clocks differ at least. NaN where DynamoDB told no time. */
function computeClockDifference(answeredAt: number, { sentAt, now }: { sentAt: number; now: number }): number {
  const ahead = sentAt - (answeredAt + precisionMs)
  const behind = answeredAt - now
  return Math.max(0, ahead, behind)
}
