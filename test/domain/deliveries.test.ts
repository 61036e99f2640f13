import { dayMs } from '../../functions/domain/time'
import { chooseDisabling, isSuccess } from '../../functions/domain/webhooks/health'
import { findFreePlace, type LeasedWebhook, mayGoOn } from '../../functions/domain/webhooks/leases'
import { choosePauseMs, chooseResending, chooseReturnMs } from '../../functions/domain/webhooks/retry-plan'

test('nine attempts over two days: each pause is longer than the one before', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000]
  const hours = [2, 5, 10, 14, 20].map((count) => count * hour)
  const pauses = [5 * second, 5 * minute, 30 * minute, ...hours]
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(choosePauseMs)).toEqual([...pauses, null])
})

test.each([
  [0, 0, 1_000],
  [0, 0.5, 1_500],
  [3, 0.5, 12_000],
  [6, 0.9, 120_000],
  [10_000, 0, 120_000],
])('turned away %i times before, at random %d, an attempt waits %i ms', (turnedAway, random, waits) => {
  expect(chooseReturnMs(turnedAway, random)).toBe(waits)
})

test.each([
  [30_999, 'again'],
  [31_000, 'none'],
  [40_999, 'none'],
  [41_000, 'renewed'],
])('at %i, the message about a delivery of 1 000, queued last at 21 000, is sent: %s', (now, resending) => {
  expect(chooseResending({ created: 1_000, queued: 21_000 }, now)).toBe(resending)
})

test.each([
  [null, false],
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('the status %p is a success: %p', (status_code, success) => {
  expect(isSuccess({ status_code })).toBe(success)
})

test.each([
  [410, undefined, 'gone'],
  [500, undefined, null],
  [500, dayMs + 1, null],
  [500, dayMs, 'failing'],
  [null, dayMs, 'failing'],
  [204, dayMs, null],
])('on the sixth day, %p of a webhook that fails since %p disables it as %p', (status_code, failing_since, reason) => {
  expect(chooseDisabling({ failures: 9, failing_since }, { status_code }, 6 * dayMs)).toBe(reason)
})

/** The places that are taken by each delivery: at 10, until 11; `over` ends at 10. */
const lease = (failures: number, deliveries: (string | null)[]): LeasedWebhook => {
  const leases = deliveries.map((delivery_id, place) => [
    `lease_${place}`,
    delivery_id === null ? undefined : { delivery_id, until: delivery_id === 'over' ? 10 : 11, holder: 'h' },
  ])
  return { failures, ...Object.fromEntries(leases) }
}

test.each<[failures: number, deliveries: (string | null)[], place: number | null]>([
  [0, [], 0],
  [4, ['a'], 1],
  [0, ['a', null, 'b'], 1],
  [0, ['a', 'b', 'c', 'd'], 4],
  [0, ['a', 'b', 'c', 'd', 'e'], null],
  [0, ['a', 'over', 'c', 'd', 'e'], 1],
  [0, ['a', null, 'own'], null],
  [5, [], 0],
  [5, ['over'], 0],
  [5, [null, 'a'], null],
])('after %i failures, with %j under way, a delivery gets place %p', (failures, deliveries, place) => {
  expect(findFreePlace(lease(failures, deliveries), 'own', 10)).toBe(place)
})

test.each([
  [4, ['a', 'own', 'b'], true],
  [5, ['a', 'own'], false],
  [5, ['over', 'own'], true],
  [5, [null, 'over', 'b'], false],
])('after %i failures, with %j under way, who holds place 1 may go on: %p', (failures, deliveries, may) => {
  expect(mayGoOn(lease(failures, deliveries), 1, 10)).toBe(may)
})

test('a delivery whose own time is over is taken again', () => {
  expect(findFreePlace(lease(0, ['a', 'over']), 'over', 10)).toBe(1)
})
