import fc from 'fast-check'
import {
  chooseRetryAfter,
  computeWork,
  maxAheadMs,
  takeTime,
  unitsPerSecond,
  WriteRateRefusal,
} from '../../functions/domain/companies/write-rate'
import { testProperty } from '../support/property'
import { noon } from '../support/table'

/** The clock skew: clocks of two functions differ by at most so much. */
const skewMs = 5_000

type Asked = { at: number; skew: number; units: number }
const asked: fc.Arbitrary<Asked[]> = fc
  .array(
    fc.record({
      pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
      skew: fc.oneof(fc.constantFrom(0, skewMs), fc.integer({ min: 0, max: skewMs })),
      units: fc.integer({ min: 20, max: 1_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((pauses) => {
    let at = noon
    return pauses.map(({ pauseMs, ...rest }) => {
      at += pauseMs
      return { ...rest, at }
    })
  })

/** In order, as the row of one company judges them. */
function admit(requests: Asked[]): Asked[] {
  let busyUntil: number | null = null
  return requests.filter(({ at, skew, units }) => {
    const taken = takeTime(busyUntil, computeWork(units), at + skew)
    if (taken !== null) busyUntil = taken
    return taken !== null
  })
}

testProperty('over any time, no more than the write rate and one burst are admitted', { of: [asked] }, (requests) => {
  const admitted = admit(requests)
  for (const [first, { at: begin }] of admitted.entries()) {
    let units = 0
    for (const last of admitted.slice(first)) {
      units += last.units
      const burst = (unitsPerSecond * (maxAheadMs + skewMs)) / 1_000 + last.units
      expect(units).toBeLessThanOrEqual((unitsPerSecond * (last.at - begin)) / 1_000 + burst)
    }
  }
})

const ahead = fc.integer({ min: 0, max: 20_000 })
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
testProperty(
  'one that is refused fits after the time that it is told, and not a whole second before',
  { of: [ahead, chance] },
  (busyUntil, random) => {
    const at = noon + busyUntil
    fc.pre(takeTime(at, 1, noon) === null)
    const seconds = chooseRetryAfter(at, noon, random)
    expect(takeTime(at, 1, noon + seconds * 1_000)).not.toBeNull()
    const first = chooseRetryAfter(at, noon, 0)
    expect(seconds - first).toBeLessThanOrEqual(2)
    expect(takeTime(at, 1, noon + (first - 1) * 1_000)).toBeNull()
  },
)

test('time that nobody has taken is not kept for later', () => {
  const half = computeWork(unitsPerSecond / 2)
  expect(takeTime(null, half, noon)).toBe(noon + 500)
  expect(takeTime(noon - 60_000, half, noon)).toBe(noon + 500)
  expect(takeTime(noon + 500, half, noon)).toBe(noon + 1_000)
})

test('one that is larger than a second’s units waits for its turn as any other, and the next ones wait for it', () => {
  const taken = takeTime(noon + maxAheadMs, computeWork(5 * unitsPerSecond), noon)
  expect(taken).toBe(noon + maxAheadMs + 5_000)
  expect(chooseRetryAfter(noon + maxAheadMs + 5_000, noon, 0)).toBe(5)
  expect(chooseRetryAfter(noon + maxAheadMs + 5_000, noon, 0.999)).toBe(7)
})

test('the refusal says when to come back', () => {
  expect(new WriteRateRefusal(200, 1)).toMatchObject({ code: 'resource_busy', units: 200, retryAfterSeconds: 1 })
  expect(new WriteRateRefusal(200, 1).message).toMatch(/Try again in 1 second\.$/)
  expect(new WriteRateRefusal(200, 3).message).toMatch(/Try again in 3 seconds\.$/)
})
