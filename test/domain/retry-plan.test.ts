import { choosePauseMs } from '../../functions/domain/webhooks/retry-plan'

test('nine attempts over two days: each pause is longer than the one before', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000]
  const hours = [2, 5, 10, 14, 20].map((count) => count * hour)
  const pauses = [5 * second, 5 * minute, 30 * minute, ...hours]
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(choosePauseMs)).toEqual([...pauses, null])
})
