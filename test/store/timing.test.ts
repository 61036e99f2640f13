import { clockSkewMs, sendWithinMs, settledAfterMs } from '../../functions/store/timing'

test('the settle window covers a transaction’s way from its stamp to its last sending, and clocks that disagree', () => {
  expect(settledAfterMs).toBeGreaterThanOrEqual(sendWithinMs + clockSkewMs)
})
