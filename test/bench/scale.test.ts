import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kill, killUpkeep, NightCalls } from '../../bench/night/calls'
import type { NightCompany } from '../../bench/night/companies'
import { chooseDays } from '../../bench/night/days'
import { findRank, summarize } from '../../bench/night/samples'
import { compareRuns } from '../../bench/scale/comparison'
import { formatFullness } from '../../bench/scale/fullness'
import { makeSize, makeSnapshot, makeUpkeep } from '../../bench/scale/jobs'
import { dynamo } from '../../bench/scale/limits'
import { simulateLoop } from '../../bench/scale/loop'
import { readMeasuredRuns } from '../../bench/scale/measured'
import { Night, upkeepAt } from '../../bench/scale/night'
import { Planner } from '../../bench/scale/planner'
import { simulateQueue } from '../../bench/scale/queue'
import { formatOutcomes } from '../../bench/scale/report'
import { simulateNights } from '../../bench/scale/simulate'
import { findCompaniesOfPlan, makeFleet, usualSpread } from '../../bench/scale/sizes'
import { makeTable, Throughput } from '../../bench/scale/throughput'
import { Times } from '../../bench/scale/times'
import { readPlans } from '../../bench/scale/work'
import { formatDate } from '../../functions/domain/time'
import { useFolder } from '../support/folder'
import { rehearse } from '../support/rehearse'

const folder = useFolder()

test('what happens comes in the order of its times', () => {
  const times = new Times<string>()
  expect([times.first, times.take()]).toEqual([Number.POSITIVE_INFINITY, undefined])
  for (const at of [5, 3, 9, 1, 7, 3]) times.add(at, `at ${at}`)
  expect(times.first).toBe(1)
  expect(Array.from({ length: 6 }, () => times.take())).toEqual(['at 1', 'at 3', 'at 3', 'at 5', 'at 7', 'at 9'])
})

test('work that needs more units than a second has goes on in the next one', () => {
  const throughput = new Throughput(() => 100)
  expect(throughput.take(0, 500, 50)).toBe(500)
  expect(throughput.take(0, 500, 100)).toBe(1_250) // 50 are left of this second
  expect([throughput.peak, throughput.total, throughput.throttledMs]).toEqual([100, 150, 750])
})

test('a table gives twice its peak after half an hour, and never more than its quota', () => {
  const table = makeTable('writes')
  const halfHour = dynamo.doublingMs
  for (let window = 0; window < 6; window++) table.take(window * halfHour, 1, 100_000)
  expect(table.peak).toBe(dynamo.quota)
  const young = makeTable('writes')
  young.take(0, 1, 10_000)
  expect(young.peak).toBe(4_000)
  young.take(halfHour, 1, 10_000)
  expect(young.peak).toBe(8_000)
})

test('companies have sizes by Zipf, up to the largest, and are in the order of their plans', () => {
  const fleet = makeFleet(20_000)
  const share = (test: (items: number) => boolean) => fleet.items.filter(test).length / 20_000
  expect(share((items) => items > 100)).toBeCloseTo(0.1, 2)
  expect(share((items) => items > 10_000)).toBeCloseTo(0.009, 2)
  expect([Math.min(...fleet.items), Math.max(...makeFleet(2_000, { ...usualSpread, largest: 50 }).items)]).toEqual([
    1, 50,
  ])
  expect(findCompaniesOfPlan(fleet, 'starter')).toEqual([0, 14_000])
  expect(findCompaniesOfPlan(fleet, 'enterprise')).toEqual([19_000, 20_000])
  expect(findCompaniesOfPlan(makeFleet(1), 'enterprise')).toEqual([0, 0])
  expect(makeFleet(100)).toEqual(makeFleet(100))
})

test('workers of a queue reach every company; more of them are sooner done, for the same units', () => {
  const fleet = makeFleet(1_000, { ...usualSpread, largest: 10_000 })
  const [few, many] = [2, 16].map((workers) => simulateQueue(fleet, { workers, seed: 1 }))
  if (!few || !many) throw new Error('unreachable')
  expect([few.neverDone, many.neverDone, few.peakConcurrency, many.peakConcurrency]).toEqual([0, 0, 2, 16])
  expect(many.hours).toBeLessThan(few.hours)
  expect(many.writes / few.writes).toBeCloseTo(1, 2)
  expect(simulateQueue(fleet, { workers: 2, seed: 1 })).toEqual(few)
})

test('reports come each quarter of an hour until the work has ended, and read all companies', () => {
  const planner = new Planner('upkeep', makeFleet(1_000))
  const countReports = (endMs: number) => {
    const night = new Night()
    planner.billReports(night, endMs)
    return Math.round(night.reads.total / readPlans(1_000).reads)
  }
  const minute = 60_000
  expect([0, upkeepAt + 10 * minute, upkeepAt + 16 * minute, upkeepAt + 60 * minute].map(countReports)).toEqual([
    1, 1, 2, 4,
  ])
})

const small = (count: number) => makeFleet(count, { ...usualSpread, largest: 10 })

test('a loop that is through in its time reaches everyone', () => {
  expect(simulateLoop(small(500))).toMatchObject({ doneInQuarter: 500, neverDone: 0 })
})

rehearse('a loop that is not through in its time reaches the same first companies each time', () => {
  const [large, larger] = [30_000, 33_000].map((count) => simulateLoop(small(count)))
  expect(large?.neverDone).toBeGreaterThan(15_000)
  expect((larger?.neverDone ?? 0) - (large?.neverDone ?? 0)).toBe(3_000)
})

rehearse('the tables of docs/scale.md are what npm run bench -- scale --write computes', () => {
  const page = readFileSync('docs/scale.md', 'utf8')
  expect(page).toContain(formatFullness(5))
  const simulated = [1_000, 10_000].flatMap((companies) =>
    simulateNights({ ...usualSpread, companies, workers: [5, 8] }),
  )
  for (const row of formatOutcomes(simulated).split('\n')) expect(page).toContain(row)
})

const company = { work: 'upkeep' as const, items: 100, log_rows: 30, started_ms: 0, ended_ms: 40 }
const modelled = makeUpkeep({ ...makeSize(100, 30), hadBase: false })

function writeRuns(runs: unknown): string {
  const file = join(folder, 'runs.json')
  writeFileSync(file, typeof runs === 'string' ? runs : JSON.stringify(runs))
  return file
}

function makeRun(factor: number) {
  const units = { read_units: modelled.reads * factor, write_units: modelled.writes }
  return { workers: 2, total_ms: 50, companies: [{ ...company, calls: modelled.calls, ...units }] }
}

test('units of a real run may differ from the model by a tenth, times are told as ratios alone', () => {
  const measured = readMeasuredRuns(writeRuns({ runs: [makeRun(1.09), makeRun(1.2)] }))
  const verdicts = compareRuns(measured).map(({ what, isClose }) => [what, isClose])
  const times = { 'upkeep without a base, ms': null, 'the run, ms': null }
  const others = Object.entries({ 'write units': true, calls: null, ...times })
  expect(verdicts).toEqual([['read units', true], ...others, ['read units', false], ...others])
})

test('a snapshot of a real run is compared with a snapshot', () => {
  const { calls, reads, writes } = makeSnapshot({ items: 9, rows: 0, hadBase: false, unpackedRows: 0 })
  const work = { ...company, work: 'snapshot', items: 9, calls, read_units: reads, write_units: writes }
  const runs = [{ workers: 1, total_ms: 40, companies: [work] }]
  const [first, second] = compareRuns(readMeasuredRuns(writeRuns({ runs })))
  expect([first?.ratio, second?.ratio]).toEqual([1, 1])
})

test.each([
  ['not JSON', 'is not JSON'],
  [{ runs: [] }, ': runs: '],
  [{ runs: [{ ...makeRun(1), workers: 0 }] }, ': runs.0.workers: '],
  [{ runs: [{ ...makeRun(1), companies: [{ ...company, calls: -1 }] }] }, ': runs.0.companies.0.calls: '],
])('a file of measured runs that is wrong is refused with the field: %j', (runs, message) => {
  expect(() => readMeasuredRuns(writeRuns(runs))).toThrow(message)
})

test('a file of measured runs that is not there is refused', () => {
  expect(() => readMeasuredRuns('nowhere.json')).toThrow('--measured: nowhere.json cannot be read: ENOENT')
})

// A night that runs.

const size = { items: 9, rows: 3, openDays: [1, 2, 3, 4], counted: '1970-01-05', hasHistory: true }
const nightCompany: NightCompany = { id: 'cmp_1', plan: 'starter', ...size }

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
  const kill = killUpkeep(nightCompany)
  const { calls, killed } = makeCalls([kill])
  await calls.before(begin(1))
  for (const _ of [1, 2]) await calls.before(store(1))
  await expect(calls.before(store(1))).rejects.toThrow('killed')
  await calls.before(begin(2))
  for (const _ of [3, 4]) await calls.before(store(2))
  expect([killed, calls.peak]).toEqual([[1], 1])
  expect(kill).toMatchObject({ storedBefore: 2, stored: 4 })
})
