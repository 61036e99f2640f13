import { observeClock } from '../../functions/store/clock-difference'
import { takeObservations } from '../../functions/store/metrics'
import { clockSkewMs, lateWaitMs, sendWithinMs, settledAfterMs } from '../../functions/store/timing'
import { makeUlid } from '../../functions/store/ulids'
import { noon } from '../support/table'

const date = new Date(noon).toUTCString() // DynamoDB's clock is anywhere in this second

const observeOne = (header: string | undefined, sentAt: number, now: number) => {
  takeObservations()
  observeClock(header, sentAt, now)
  return Object.fromEntries(takeObservations())
}

test.each([
  ['as fast as DynamoDB’s', date, [0, 5], {}],
  ['2 s ahead, for all that is known', date, [3_000, 3_005], {}],
  ['more than 2 s ahead', date, [3_001, 3_005], { ClockDifference: 2_001 }],
  ['2 s behind', date, [-2_010, -2_000], {}],
  ['more than 2 s behind', date, [-2_010, -2_001], { ClockDifference: 2_001 }],
  ['unknown while the call took long', date, [-20_000, 20_000], {}],
  ['not compared where the answer has no date', undefined, [0, 5], {}],
  ['not compared where the date is none', 'soon', [0, 5], {}],
] as const)('a clock that is %s', (_, header, [sentAfter, nowAfter], observed) => {
  expect(observeOne(header, noon + sentAfter, noon + nowAfter)).toEqual(observed)
})

test('the largest difference of an invocation is what counts', () => {
  takeObservations()
  for (const ahead of [4_000, 9_000, 6_000]) observeClock(date, noon + ahead, noon + ahead)
  expect(Object.fromEntries(takeObservations())).toEqual({ ClockDifference: 8_000 })
})

test('the settle window covers a transaction’s way from its stamp to its last sending, clocks that disagree, and the wait of a late writer', () => {
  expect(settledAfterMs).toBeGreaterThanOrEqual(sendWithinMs + clockSkewMs + lateWaitMs)
})

test('ulids of one millisecond differ, and use every character', () => {
  const ulids = Array.from({ length: 2_000 }, () => makeUlid(noon)) // more than the bytes that are drawn at once
  expect(new Set(ulids).size).toBe(2_000)
  expect(new Set(ulids.map((ulid) => ulid.slice(0, 10))).size).toBe(1)
  const characters = new Set(ulids.flatMap((ulid) => [...ulid.slice(10)]))
  expect([...characters].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
})
