import { createCompany } from '../../admin/companies/companies'
import { makeItems, makeRandom, putItems } from '../../bench/seed'
import { compact, planCompaction } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { writeBase } from '../../functions/catalogue/replica/base'
import type { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import { dayMs, formatDate } from '../../functions/domain/time'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { doWork } from '../../functions/operations/nightly/do-work'
import { queueNight } from '../../functions/operations/nightly/queue-night'
import { reportNight } from '../../functions/operations/nightly/report-night'
import { readRunningJobs } from '../../functions/store/companies/job-row'
import { measureCharge } from '../support/capacity'
import { KeptMessages } from '../support/kept-messages'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

// What a night costs: calls exactly, units within a tenth. The tables of docs/scale.md stand on these figures.

const engine = useTable()
const { table } = engine

const night = Math.floor(noon / dayMs) * dayMs + 3.5 * 3_600_000
const date = formatDate(night)

/** `rows`: of the log, since the day before. `hadBase`: whether there was a base of its items then. */
type Size = { items: number; rows: number; hadBase: boolean }

/** A company whose log is counted through the day before yesterday, when its base was made. */
async function openCompany({ items, rows, hadBase }: Size): Promise<string> {
  engine.setTime(night - 2 * dayMs)
  const { id } = await createCompany(table, { name: 'Test', plan: 'enterprise' })
  await putItems(table, id, makeItems(items, makeRandom(items), night - 300 * dayMs))
  const put = (day: number, count: number) =>
    putRows(
      table,
      Array.from({ length: count }, (_, n) => makeLogRow(id, { at: night + day * dayMs + n * 100, type: 'receive' })),
    )
  await put(-2, 1)
  engine.setTime(night - dayMs)
  await finishDays(table, id)
  if (hadBase) await writeBase(table, id, itemsSource)
  await put(-1, rows)
  engine.setTime(night)
  return id
}

type Charge = { calls: number; units: number }
function expectLike(charged: Charge, { calls, units }: Charge) {
  expect(charged.calls).toBe(calls)
  expect(Math.abs(charged.units / units - 1)).toBeLessThan(0.1)
}

type Case = [work: (typeof nightlyWorks)[number], size: Size, charge: Charge]
const withoutBase = (items: number, rows = 0): Size => ({ items, rows, hadBase: false })
const withBase = (items: number, rows = 0): Size => ({ items, rows, hadBase: true })
const few: Case[] = [
  ['upkeep', withoutBase(40), { calls: 9, units: 11.5 }],
  ['upkeep', withoutBase(40, 12), { calls: 11, units: 13.5 }],
  ['upkeep', withBase(40, 12), { calls: 23, units: 26.5 }],
  ['daily_snapshot', withoutBase(40), { calls: 19, units: 27 }],
  ['daily_snapshot', withBase(40), { calls: 12, units: 19.2 }],
]
/** Of those with changes, a third of the items has changed. */
const many: Case[] = [
  ['upkeep', withoutBase(0), { calls: 9, units: 11.5 }],
  ['upkeep', withoutBase(1, 1), { calls: 11, units: 13 }],
  ['upkeep', withoutBase(400, 120), { calls: 11, units: 22 }],
  ['upkeep', withoutBase(1_300, 390), { calls: 11, units: 43.5 }],
  ['upkeep', withBase(40), { calls: 10, units: 12.5 }],
  ['upkeep', withBase(1_700, 510), { calls: 25, units: 249.1 }],
  ['upkeep', withBase(10_000, 3_000), { calls: 29, units: 1_336.5 }],
  ['daily_snapshot', withoutBase(0), { calls: 18, units: 25 }],
  ['daily_snapshot', withoutBase(1), { calls: 19, units: 25.5 }],
  ['daily_snapshot', withoutBase(400), { calls: 19, units: 66.1 }],
  ['daily_snapshot', withoutBase(1_300), { calls: 19, units: 165.2 }],
  ['daily_snapshot', withBase(1_700), { calls: 12, units: 86.2 }],
  ['daily_snapshot', withBase(10_000), { calls: 14, units: 400 }],
]

test.each<Case>(chooseSize({ quick: few, thorough: [...few, ...many] }))(
  'the nightly work %s of a company of %j costs %j',
  async (work, size, charge) => {
    const message = { work, company_id: await openCompany(size), date }
    const queue = new KeptMessages()
    let outcome: string | undefined
    const charged = await measureCharge(table, async () => {
      outcome = await doWork({ table, queue, requestId: 'req_1' }, message)
    })
    expect([outcome, queue.sent]).toEqual(['done', []])
    expectLike(charged, charge)
  },
)

test('who queues a night and who reports on it read a page for 12 000 companies, and 0.021 units for each', async () => {
  const companies = chooseSize({ quick: 1_000, thorough: 25_000 })
  const rows = Array.from({ length: companies }, (_, n) => ({
    pk: 'PLAN#starter',
    sk: `COMPANY#cmp_${String(n).padStart(26, '0')}`,
    since: '2026-01-01',
    upkeep: formatDate(night - dayMs),
  }))
  await putRows(table, rows)
  const queue = new KeptMessages()
  const queued = await measureCharge(table, () => queueNight(table, queue, 'upkeep', date))
  expect(queue.companies.length).toBeGreaterThanOrEqual(companies)
  const reported = await measureCharge(table, () => reportNight(table, queue, { report: 'upkeep', date, left: null }))
  const otherPlans = 2 // few companies, or none
  const charge = { calls: chooseSize({ quick: 1, thorough: 3 }) + otherPlans, units: companies * 0.021 + otherPlans }
  for (const charged of [queued, reported]) expectLike(charged, charge)
})

rehearse.each([
  [1, { calls: 16, units: 18.5 }],
  [40, { calls: 16, units: 18.5 }],
  [400, { calls: 16, units: 43.9 }],
  [1_700, { calls: 18, units: 202.6 }],
  [3_000, { calls: 18, units: 341.8 }],
])('a base of a company of %i items costs, with the look at its jobs and its log, %j', async (items, charge) => {
  const companyId = await openCompany(withoutBase(items))
  const charged = await measureCharge(table, async () => {
    await readRunningJobs(table, companyId)
    const plan = await planCompaction(table, companyId, 'items')
    await runCompanyJob(table, { companyId, name: 'compact-catalogue' }, async () => {
      await compact(table, companyId, plan)
      await countSettled(table, companyId, await readCountedLog(table, companyId))
    })
  })
  expectLike(charged, charge)
})
