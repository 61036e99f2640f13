import {
  chooseLaterWindows,
  computeAllowance,
  computeWindows,
  getLimits,
  type KeyUsage,
  moveUsage,
} from '../../functions/domain/companies/allowance'

const now = Date.UTC(2026, 2, 14, 12, 30, 59, 999)
const { minute, day } = computeWindows(now)
const usage: KeyUsage = { minute, day, minute_limit: 60, day_limit: 1_000, minute_count: 10, day_count: 100 }
const seconds = (...time: [number, number, number, number, number]) => Date.UTC(...time) / 1_000

test('a window is a whole UTC minute, or a whole UTC day', () => {
  expect(computeWindows(now + 1)).toEqual({ minute: minute + 1, day })
  expect(computeWindows(now - 59_999)).toEqual({ minute, day })
  expect(computeWindows(Date.UTC(2026, 2, 15))).toMatchObject({ day: day + 1 })
  expect(computeWindows(Date.UTC(2026, 2, 15) - 1)).toMatchObject({ day })
})

test('of two clocks, the one that is ahead opens the windows', () => {
  const ahead = { minute: minute + 1, day: day - 1 }
  expect(chooseLaterWindows({ minute, day }, ahead)).toEqual({ minute: minute + 1, day })
  expect(chooseLaterWindows(ahead, { minute, day })).toEqual({ minute: minute + 1, day })
})

test.each([
  ['the same minute', { minute, day }, { minute_count: 10, day_count: 100 }],
  ['a new minute', { minute: minute + 1, day }, { minute_count: 0, day_count: 100 }],
  ['a new day', { minute: minute + 900, day: day + 1 }, { minute_count: 0, day_count: 0 }],
])('in %s, only the counts of windows that are over begin again', (_, windows, counts) => {
  expect(moveUsage(usage, windows)).toEqual({ ...usage, ...windows, ...counts })
})

test.each<[string, Partial<KeyUsage>, { limit: number; remaining: number }]>([
  ['the minute, where it has less left', {}, { limit: 60, remaining: 50 }],
  ['the minute, where the day has as much left', { day_count: 950 }, { limit: 60, remaining: 50 }],
  ['the day, where it has less left', { day_count: 951 }, { limit: 1_000, remaining: 49 }],
  ['the minute, where it is used up', { minute_count: 60 }, { limit: 60, remaining: 0 }],
  ['the day, where both are used up', { minute_count: 60, day_count: 1_000 }, { limit: 1_000, remaining: 0 }],
  ['the minute, without a limit for the day', { day_limit: undefined }, { limit: 60, remaining: 50 }],
  ['none of the minute, after a smaller plan', { minute_count: 300 }, { limit: 60, remaining: 0 }],
  ['none of the day, after a smaller plan', { day_count: 9_000 }, { limit: 1_000, remaining: 0 }],
])('an allowance is that of %s', (_, counts, allowance) => {
  expect(computeAllowance({ ...usage, ...counts })).toMatchObject(allowance)
})

test('an allowance is renewed at the end of its window', () => {
  expect(computeAllowance(usage).resetSeconds).toBe(seconds(2026, 2, 14, 12, 31))
  expect(computeAllowance({ ...usage, day_count: 1_000 }).resetSeconds).toBe(seconds(2026, 2, 15, 0, 0))
})

test.each([
  ['starter', 60, 10_000],
  ['professional', 300, 100_000],
  ['enterprise', 1_000, undefined],
] as const)('a key of the plan %s may send %i requests a minute, and %p a day', (plan, minute_limit, day_limit) => {
  expect(getLimits(plan)).toEqual({ plan, minute_limit, day_limit })
})
