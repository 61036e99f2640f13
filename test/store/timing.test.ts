import { clockSkewMs, lateWaitMs, sendWithinMs, settledAfterMs } from '../../functions/store/timing'

test('the settle window covers a transaction’s way from its stamp to its last sending, clocks that disagree, and the wait of a late writer', () => {
  expect(settledAfterMs).toBeGreaterThanOrEqual(sendWithinMs + clockSkewMs + lateWaitMs)
})
