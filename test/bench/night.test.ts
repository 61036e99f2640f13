import { type Kill, killUpkeep, NightCalls } from '../../bench/night/calls'
import type { NightCompany } from '../../bench/night/companies'
import { chooseDays } from '../../bench/night/days'
import { findRank, summarize } from '../../bench/night/samples'
import { formatDate } from '../../functions/domain/time'

const size = { items: 9, rows: 3, openDays: [1, 2, 3, 4], counted: '1970-01-05', hasHistory: true }
const company: NightCompany = { id: 'cmp_1', plan: 'starter', ...size }

test('a rank is the least time that so many of the samples kept', () => {
  const samples = [3, 1, 2, 100].map((ms) => ({ route: 'sell', ms, failed: ms === 100 }))
  expect(summarize(samples)).toEqual({ count: 4, failed: 1, p50: 2, p99: 100 })
  const many = Array.from({ length: 200 }, (_, n) => ({ route: 'sell', ms: n + 1, failed: false }))
  expect([findRank(many, 0.5), findRank(many, 0.99), findRank([], 0.5)]).toEqual([100, 198, 0])
})

test('the days of a night are those that are final, also shortly after midnight', () => {
  const last = (time: string) => formatDate(chooseDays(Date.parse(time)).last * 86_400_000)
  expect([last('2026-03-14T00:30:00Z'), last('2026-03-14T03:30:00Z')]).toEqual(['2026-03-12', '2026-03-13'])
})

const worker = (thread: number) => `Inventory-dev-DoNightlyWorkAB6D0A91.${thread}-PT-NO-OP`
const begin = (thread: number) => ({ app: worker(thread), operation: 'TransactWriteItems', body: '{"sk":"JOB#1"}' })
const mark = (thread: number) => ({ app: worker(thread), operation: 'UpdateItem', body: '{"pk":"PLAN#starter"}' })
const store = (thread: number) => ({ app: worker(thread), operation: 'PutItem', body: '{"pk":"LOGDAYS#cmp_1"}' })

function makeCalls(kills: Kill[] = []) {
  const killed: number[] = []
  const calls = new NightCalls(kills, async (thread) => void killed.push(thread))
  return { calls, killed }
}

test('workers are counted from when they register to their mark; the calls of routes are left out', async () => {
  const { calls } = makeCalls()
  for (const thread of [1, 2]) await calls.before(begin(thread))
  calls.after(begin(1), 4)
  calls.after(mark(1), 1)
  calls.after({ app: worker(2), operation: 'Query', body: '{}' }, 0.5)
  calls.after({ ...mark(3), app: 'Inventory-dev-ListItems12345678.3-PT' }, 9)
  await calls.before(begin(3))
  expect([calls.peak, calls.count]).toEqual([2, { calls: 3, reads: 0.5, writes: 5 }])
})

test('a worker is killed once, where half of its days are stored; another one stores the rest', async () => {
  const kill = killUpkeep(company)
  const { calls, killed } = makeCalls([kill])
  await calls.before(begin(1))
  for (const _ of [1, 2]) await calls.before(store(1))
  await expect(calls.before(store(1))).rejects.toThrow('killed')
  await calls.before(begin(2))
  for (const _ of [3, 4]) await calls.before(store(2))
  expect([killed, calls.peak]).toEqual([[1], 1])
  expect(kill).toMatchObject({ storedBefore: 2, stored: 4 })
})
