import {
  chooseLaterWindows,
  computeAllowance,
  computeWindows,
  getLimits,
  type KeyUsage,
  moveUsage,
} from '../../functions/domain/companies/allowance'
import { listPlansOf, NightCount } from '../../functions/domain/companies/nightly-work'
import * as of from '../../functions/domain/companies/plan'
import { mergeUsage } from '../../functions/domain/companies/usage'
import { dayMs, formatDate } from '../../functions/domain/time'
import { expectRefusal } from '../support/refusals'

const now = Date.UTC(2026, 2, 14, 12)
const today = '2026-03-14'

test.each<[of.Plan, number, number, number]>([
  ['starter', 1, 7, 30],
  ['professional', 4, 30, 365],
  ['enterprise', 24, 90, 2_557],
])('the plan %s allows %i snapshots and restores a day, and shows %i days of one, %i of the other', (...row) => {
  const [plan, daily, snapshotDays, auditDays] = row
  expect(of.plans[plan]).toMatchObject({ snapshotsPerDay: daily, restoresPerDay: daily, snapshotDays, auditDays })
})

const quotas: [of.Plan, of.DailyQuota, number][] = of.planNames.flatMap((plan) => [
  [plan, 'snapshots', of.plans[plan].snapshotsPerDay],
  [plan, 'restores', of.plans[plan].restoresPerDay],
])
test.each(quotas)('%s: of the %s, %i are counted on a day, and no more', (plan, quota, limit) => {
  expect(of.countOneMore(plan, quota, { day: today, count: limit - 1 }, now)).toEqual({ day: today, count: limit })
  expectRefusal(() => of.countOneMore(plan, quota, { day: today, count: limit }, now), { code: 'plan_limit_reached' })
})

test('a count begins with the first, and again with each UTC day', () => {
  const first = { day: today, count: 1 }
  expect(of.countOneMore('starter', 'snapshots', null, now)).toEqual(first)
  expect(of.countOneMore('starter', 'snapshots', { day: '2026-03-13', count: 1 }, now)).toEqual(first)
})

test.each<[of.Plan, of.DailyQuota, Parameters<typeof of.countLeft>[2], number]>([
  ['starter', 'snapshots', null, 1],
  ['starter', 'restores', { day: today, count: 2 }, 0],
  ['professional', 'snapshots', { day: today, count: 3 }, 1],
  ['enterprise', 'restores', { day: '2026-03-13', count: 3 }, 24],
])('%s: of the %s, after %j, %i are left today', (plan, quota, used, left) => {
  expect(of.countLeft(plan, quota, used, now)).toBe(left)
})

test.each<[of.Plan, of.DailyQuota, string]>([
  ['starter', 'snapshots', '1 snapshot a day'],
  ['starter', 'restores', '1 restore a day'],
  ['enterprise', 'snapshots', '24 snapshots a day'],
])('%s: who is refused for his %s learns the limit, and when the next is possible', (plan, quota, allowance) => {
  const refuse = () => of.countOneMore(plan, quota, { day: today, count: 24 }, now)
  expect(refuse).toThrow(allowance)
  expect(refuse).toThrow('2026-03-15T00:00:00.000Z')
})

test('the audit log goes back whole UTC days, and today', () => {
  expect(of.computeAuditStart('starter', now)).toBe(Date.UTC(2026, 1, 12))
  expect(of.computeAuditStart('enterprise', Date.UTC(2027, 2, 14))).toBe(Date.UTC(2020, 2, 13))
})

test('a log row can expire on the day when even the longest plan no longer shows it, and not before', () => {
  for (const at of [now, Date.UTC(2026, 2, 14), Date.UTC(2026, 2, 15) - 1]) {
    const end = of.computeAuditEnd(at)
    expect(of.computeAuditStart('enterprise', end)).toBeGreaterThan(at)
    expect(of.computeAuditStart('enterprise', end - 1)).toBeLessThanOrEqual(at)
  }
})

test('a date is that of the UTC day', () => {
  const midnight = Date.UTC(2026, 2, 14)
  expect([now, midnight, midnight + dayMs - 1].map(formatDate)).toEqual([today, today, today])
})

const asked = Date.UTC(2026, 2, 14, 12, 30, 59, 999)
const { minute, day } = computeWindows(asked)
const usage: KeyUsage = { minute, day, minute_limit: 60, day_limit: 1_000, minute_count: 10, day_count: 100 }
const seconds = (...time: [number, number, number, number, number]) => Date.UTC(...time) / 1_000

test('a window is a whole UTC minute, or a whole UTC day', () => {
  expect(computeWindows(asked + 1)).toEqual({ minute: minute + 1, day })
  expect(computeWindows(asked - 59_999)).toEqual({ minute, day })
  expect(computeWindows(Date.UTC(2026, 2, 15))).toMatchObject({ day: day + 1 })
  expect(computeWindows(Date.UTC(2026, 2, 15) - 1)).toMatchObject({ day })
})

test('of two clocks, the one that is ahead opens the windows', () => {
  const [behind, ahead] = [
    { minute, day },
    { minute: minute + 1, day: day - 1 },
  ] as const
  for (const windows of [chooseLaterWindows(behind, ahead), chooseLaterWindows(ahead, behind)])
    expect(windows).toEqual({ minute: minute + 1, day })
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

test('Enterprise comes first; daily snapshots are of Enterprise alone', () => {
  expect(listPlansOf('upkeep')).toEqual(['enterprise', 'professional', 'starter'])
  expect(listPlansOf('daily_snapshot')).toEqual(['enterprise'])
})

test('a night counts who is done, who is left, who was left the night before, too, and who waits longest', () => {
  const count = new NightCount('2026-03-14')
  expect(count.result).toEqual({ companies: 0, done: 0, left: 0, unreached: 0, oldest: null })
  const days = ['2026-03-14', '2026-03-15', '2026-03-13', '2026-02-28', '2026-03-12']
  expect(days.map((reached) => count.add(reached))).toEqual([false, false, false, true, true])
  expect(count.result).toEqual({ companies: 5, done: 2, left: 3, unreached: 2, oldest: '2026-02-28' })
})

test('usage is by date and id; what is told of one day in several parts is added up', () => {
  const use = (date: string, id: string, requests: number, refused: number) => ({ date, id, requests, refused })
  const parts = [use('2026-03-14', 'key_2', 1, 2), use(today, 'key_1', 3, 4), use('2026-03-13', 'key_2', 5, 6)]
  const merged = [use('2026-03-13', 'key_2', 5, 6), use(today, 'key_1', 3, 4), use(today, 'key_2', 11, 22)]
  expect(mergeUsage([...parts, use(today, 'key_2', 10, 20)])).toEqual(merged)
})
