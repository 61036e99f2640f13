import { createCompany } from '../../admin/companies/companies'
import { makeSnapshot, makeUpkeep } from '../../bench/scale/jobs'
import { makeCompaction } from '../../bench/scale/loop-jobs'
import { readPlans, type Size, type Work } from '../../bench/scale/work'
import { makeItems, makeRandom, putItems } from '../../bench/seed'
import { compact, planCompaction } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { writeBase } from '../../functions/catalogue/replica/base'
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

// The model of a company's work against the work itself: calls exactly, units within a tenth.

const engine = useTable()
const { table } = engine

const night = Math.floor(noon / dayMs) * dayMs + 3.5 * 3_600_000
const date = formatDate(night)

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

type Cost = Omit<Work, 'waits' | 'cpuMs'>
function expectLike(charged: { units: number; calls: number }, { calls, reads, writes }: Cost) {
  expect(charged.calls).toBe(calls)
  expect(Math.abs(charged.units / (reads + writes) - 1)).toBeLessThan(0.1)
}

const describeSize = (items: number, rows: number, hadBase: boolean): Size => {
  return { items, rows, hadBase, unpackedRows: 0 }
}
const models = { upkeep: makeUpkeep, daily_snapshot: makeSnapshot }
type Case = [work: keyof typeof models, company: Size]
/** A third of the items has changed since the night before. */
const ofItems = (hadBase: boolean, ...each: number[]) =>
  each.flatMap((items): Case[] => [
    ['upkeep', describeSize(items, Math.ceil(items * 0.3), hadBase)],
    ['daily_snapshot', describeSize(items, 0, hadBase)],
  ])
const unchanged: Case = ['upkeep', describeSize(40, 0, false)]

test.each<Case>(
  chooseSize({
    quick: [...ofItems(false, 40), ...ofItems(true, 40), unchanged],
    thorough: [
      ...[...ofItems(false, 0, 1, 40, 400, 1_300), ...ofItems(true, 40, 1_700, 10_000)],
      ...[unchanged, ['upkeep', describeSize(40, 0, true)] as Case],
    ],
  }),
)('the nightly work %s of a company costs what the model says: %j', async (work, company) => {
  const message = { work, company_id: await openCompany(company), date }
  const queue = new KeptMessages()
  let outcome: string | undefined
  const charged = await measureCharge(table, async () => {
    outcome = await doWork({ table, queue, requestId: 'req_1' }, message)
  })
  expect([outcome, queue.sent]).toEqual(['done', []])
  expectLike(charged, models[work](company))
})

test('who queues a night and who reports on it read what the model says', async () => {
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
  const { calls, reads } = readPlans(companies)
  const otherPlans = 2 // few companies, or none
  for (const charged of [queued, reported])
    expectLike(charged, { calls: calls + otherPlans, reads: reads + otherPlans, writes: 0 })
})

rehearse.each([1, 40, 400, 1_700, 3_000])(
  'a base of a company of %i items costs what the model of the loops says, in a function of its own',
  async (items) => {
    const companyId = await openCompany(describeSize(items, 0, false))
    const charged = await measureCharge(table, async () => {
      await readRunningJobs(table, companyId)
      const plan = await planCompaction(table, companyId, 'items')
      await runCompanyJob(table, { companyId, name: 'compact-catalogue' }, async () => {
        await compact(table, companyId, plan)
        await countSettled(table, companyId, await readCountedLog(table, companyId))
      })
    })
    expectLike(charged, makeCompaction(items))
  },
)
