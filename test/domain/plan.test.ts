import {
  computeAuditEnd,
  computeAuditStart,
  countOneMore,
  type DailyQuota,
  type Plan,
  planNames,
  plans,
} from '../../functions/domain/companies/plan'
import { dayMs, formatDate } from '../../functions/domain/time'

const now = Date.UTC(2026, 2, 14, 12)
const today = '2026-03-14'

test.each<[Plan, number, number, number]>([
  ['starter', 1, 7, 30],
  ['professional', 4, 30, 365],
  ['enterprise', 24, 90, 2_557],
])('the plan %s allows %i snapshots and restores a day, and shows %i days of one, %i of the other', (...row) => {
  const [plan, daily, snapshotDays, auditDays] = row
  expect(plans[plan]).toMatchObject({ snapshotsPerDay: daily, restoresPerDay: daily, snapshotDays, auditDays })
})

const quotas: [Plan, DailyQuota, number][] = planNames.flatMap((plan) => [
  [plan, 'snapshots', plans[plan].snapshotsPerDay],
  [plan, 'restores', plans[plan].restoresPerDay],
])
test.each(quotas)('%s: of the %s, %i are counted on a day, and no more', (plan, quota, limit) => {
  expect(countOneMore(plan, quota, { day: today, count: limit - 1 }, now)).toEqual({ day: today, count: limit })
  expect(() => countOneMore(plan, quota, { day: today, count: limit }, now)).toThrow(
    expect.objectContaining({ code: 'plan_limit_reached' }),
  )
})

test('a count begins with the first, and again with each UTC day', () => {
  const first = { day: today, count: 1 }
  expect(countOneMore('starter', 'snapshots', null, now)).toEqual(first)
  expect(countOneMore('starter', 'snapshots', { day: '2026-03-13', count: 1 }, now)).toEqual(first)
})

test.each<[Plan, DailyQuota, string]>([
  ['starter', 'snapshots', '1 snapshot a day'],
  ['starter', 'restores', '1 restore a day'],
  ['enterprise', 'snapshots', '24 snapshots a day'],
])('%s: who is refused for his %s learns the limit, and when the next is possible', (plan, quota, allowance) => {
  const refuse = () => countOneMore(plan, quota, { day: today, count: 24 }, now)
  expect(refuse).toThrow(allowance)
  expect(refuse).toThrow('2026-03-15T00:00:00.000Z')
})

test('the audit log goes back whole UTC days, and today', () => {
  expect(computeAuditStart('starter', now)).toBe(Date.UTC(2026, 1, 12))
  expect(computeAuditStart('enterprise', Date.UTC(2027, 2, 14))).toBe(Date.UTC(2020, 2, 13))
})

test('a log row can expire on the day when even the longest plan no longer shows it, and not before', () => {
  for (const at of [now, Date.UTC(2026, 2, 14), Date.UTC(2026, 2, 15) - 1]) {
    const end = computeAuditEnd(at)
    expect(computeAuditStart('enterprise', end)).toBeGreaterThan(at)
    expect(computeAuditStart('enterprise', end - 1)).toBeLessThanOrEqual(at)
  }
})

test('a date is that of the UTC day', () => {
  expect([formatDate(now), formatDate(Date.UTC(2026, 2, 14)), formatDate(Date.UTC(2026, 2, 14) + dayMs - 1)]).toEqual(
    Array(3).fill(today),
  )
})
