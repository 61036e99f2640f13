import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { changePlan, createCompany, setMoving, setSuspended } from '../../admin/companies/companies'
import { setErasing } from '../../admin/companies/erase-company'
import { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { takeObservations } from '../../functions/metrics'
import { doWork } from '../../functions/operations/nightly/do-work'
import { queueNight } from '../../functions/operations/nightly/queue-night'
import { reportNight } from '../../functions/operations/nightly/report-night'
import { findCompany } from '../../functions/store/companies/companies'
import { markDone, readPlanPages } from '../../functions/store/companies/plan-row'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import { keys } from '../../functions/store/table/schema'
import { measureCharge } from '../support/capacity'
import { beforeSends, makeDyingTable } from '../support/dying'
import { emptyTable } from '../support/empty-table'
import { KeptMessages } from '../support/kept-messages'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { noon, useTable } from '../support/table'

// A night: what is queued, what becomes of each message, and what is told of it.

const dayMs = 86_400_000
const [yesterday, today, tomorrow] = ['2026-03-13', '2026-03-14', '2026-03-15']

const engine = useTable()
const { table } = engine
beforeEach(() => emptyTable(table, []))

const create = async (plan: Plan, at = noon - dayMs) => {
  engine.setTime(at)
  const { id } = await createCompany(table, { name: 'Acme', plan })
  engine.setTime(noon)
  return id
}
const work = (companyId: string, kind: (typeof nightlyWorks)[number] = 'upkeep', date = today) =>
  ({ work: kind, company_id: companyId, date }) as const
const run = (message: ReturnType<typeof work>, { queue = new KeptMessages(), on = table } = {}) =>
  doWork({ table: on, queue, requestId: 'req_1' }, message)

async function readMarks(plan: Plan) {
  const companies = []
  for await (const page of readPlanPages(table, plan)) companies.push(...page)
  return companies
}

test('each company is queued once, Enterprise first; then a report, which comes a quarter of an hour later', async () => {
  const ids = []
  for (const plan of planNames) ids.unshift(await create(plan))
  const queue = new KeptMessages()
  expect(await queueNight(table, queue, 'upkeep', today)).toEqual({ queued: 3 })
  expect(queue.sent).toEqual([
    ...ids.map((company_id) => ({ message: { work: 'upkeep', company_id, date: today }, delayMs: 0 })),
    { message: { report: 'upkeep', date: today, left: null }, delayMs: 900_000 },
  ])
  const snapshots = new KeptMessages()
  await queueNight(table, snapshots, 'daily_snapshot', today)
  expect(snapshots.companies).toEqual([ids[0]])
})

test('a night that begins again queues those that are not done', async () => {
  const [done, left] = [await create('starter'), await create('starter')]
  expect(await run(work(done))).toBe('done')
  const queue = new KeptMessages()
  expect(await queueNight(table, queue, 'upkeep', today)).toEqual({ queued: 1 })
  expect(queue.companies).toEqual([left])
  expect(await queueNight(table, new KeptMessages(), 'upkeep', tomorrow)).toEqual({ queued: 2 })
})

test('where the queue has not taken all, the others are queued, and the night fails: so it begins again', async () => {
  const ids = [await create('starter'), await create('starter')]
  const queue = new KeptMessages(ids.slice(0, 1))
  await expect(queueNight(table, queue, 'upkeep', today)).rejects.toThrow('has not taken 1 messages')
  expect(queue.companies).toEqual(ids.slice(1))
})

test('upkeep counts the days that are over, and marks the company', async () => {
  const id = await create('professional')
  await putRows(table, [makeLogRow(id, { at: noon - dayMs, item: 'itm_1' })])
  expect(await run(work(id))).toBe('done')
  expect(await readDayCounts(table, id)).toMatchObject([{ end: yesterday }])
  expect(await readMarks('professional')).toEqual([
    { id, since: yesterday, done: { daily_snapshot: null, upkeep: today } },
  ])
})

test('work that takes longer than its slice goes on with another message, from where it has come to', async () => {
  const id = await create('starter')
  const days = 100
  const rows = Array.from({ length: days }, (_, day) =>
    makeLogRow(id, { at: noon - (day + 1) * dayMs, item: `itm_${day}` }),
  )
  await putRows(table, rows)
  // Each day that is stored takes 3 s: so 28 days, which are counted at once, take longer than a slice.
  let passed = 0
  const slow = beforeSends({ ...table, now: () => noon + passed }, (command) => {
    if (command instanceof PutCommand && String(command.input.Item?.pk).startsWith('LOGDAYS#')) passed += 3_000
  })
  const queue = new KeptMessages()
  const counted = []
  for (let slice = 0; slice === 0 || queue.sent.length === slice; slice++) {
    await run(work(id), { queue, on: slow })
    counted.push((await readDayCounts(table, id)).length)
    expect(slice).toBeLessThan(10)
  }
  expect(counted).toEqual([28, 56, 84, 100])
  expect(queue.sent).toEqual(Array.from({ length: 3 }, () => ({ message: work(id), delayMs: 0 })))
  expect(await readMarks('starter')).toMatchObject([{ done: { upkeep: today } }])
})

rehearse('a worker that is killed at any call, and comes again, does the work once', async () => {
  for (const kind of nightlyWorks)
    for (let calls = 0; ; calls++) {
      const id = await create('enterprise')
      await putRows(table, [makeLogRow(id, { at: noon - dayMs, item: 'itm_1' })])
      const killed = await run(work(id, kind), { on: makeDyingTable(table, calls) }).catch(() => 'killed')
      engine.setTime(noon + 15 * 60_000) // it comes again when no other can be at it
      expect(await run(work(id, kind))).toBe('done')
      if (kind === 'daily_snapshot') {
        const snapshots = await readSnapshotRows(table, id)
        expect(snapshots.map(({ status }) => status)).toEqual(['ready'])
      } else expect(await readDayCounts(table, id)).toMatchObject([{ end: yesterday }])
      if (killed === 'done') break
    }
})

test('a company that is being erased, or is gone, is left alone', async () => {
  const id = await create('enterprise')
  await setSuspended(table, id)
  await setErasing(table, id)
  for (const kind of nightlyWorks) expect(await run(work(id, kind))).toBe('gone')
  expect(await run(work('cmp_gone'))).toBe('gone')
})

test('a mark is never set back, follows the company to another plan, and is not made for a plan that it has left', async () => {
  const id = await create('starter')
  await markDone(table, { id, plan: 'starter' }, 'upkeep', today)
  await markDone(table, { id, plan: 'starter' }, 'upkeep', yesterday)
  const company = await findCompany(table, id)
  if (!company) throw new Error('the company is there')
  await changePlan(table, company, 'enterprise')
  await markDone(table, { id, plan: 'starter' }, 'upkeep', tomorrow)
  expect(await readMarks('starter')).toEqual([])
  expect(await readMarks('enterprise')).toMatchObject([{ id, done: { upkeep: today } }])
})

test('a report tells how far the night has come, until nothing more comes of it; then two nights are a metric', async () => {
  takeObservations()
  const [done, left] = [await create('starter', noon - 9 * dayMs), await create('starter', noon - 9 * dayMs)]
  await run(work(done))
  await run(work(left, 'upkeep', '2026-03-12'))
  const queue = new KeptMessages()
  queue.waiting = 1
  const figures = { companies: 2, done: 1, left: 1, unreached: 1, oldest: '2026-03-12' }
  const ask = (before: number | null) => reportNight(table, queue, { report: 'upkeep', date: today, left: before })
  const next = { message: { report: 'upkeep', date: today, left: 1 }, delayMs: 900_000 }
  expect(await ask(null)).toEqual({ ...figures, waiting: 1, ended: false })
  expect(await ask(1)).toMatchObject({ ended: false }) // it still waits
  queue.waiting = 0
  expect(await ask(2)).toMatchObject({ ended: false }) // one was done since
  expect(queue.sent).toEqual([next, next, next])
  expect(takeObservations()).toEqual(new Map())
  expect(await ask(1)).toEqual({ ...figures, waiting: 0, ended: true })
  expect([queue.sent.length, takeObservations()]).toEqual([3, new Map([['UnreachedCompanies', 1]])])
  await run(work(left))
  expect(await ask(1)).toMatchObject({ left: 0, oldest: null, ended: true })
  expect(takeObservations()).toEqual(new Map([['UnreachedCompanies', 0]]))
})

test('a company that waits to be moved has no work, and is not told of as unreached', async () => {
  const id = await create('starter', noon - 9 * dayMs)
  await setSuspended(table, id)
  await setMoving(table, id)
  expect(await run(work(id))).toBe('gone')
  takeObservations()
  const report = await reportNight(table, new KeptMessages(), { report: 'upkeep', date: today, left: 1 })
  expect(report).toMatchObject({ left: 1, unreached: 0, ended: true })
  expect(takeObservations()).toEqual(new Map([['UnreachedCompanies', 0]]))
})

test('a night of 2 000 companies is read in a few pages', async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `cmp_${String(index).padStart(26, '0')}`)
  const rows = ids.map((id) => ({ ...keys.companyOfPlan('starter', id), since: today }))
  await putRows(table, rows)
  const queue = new KeptMessages()
  const { calls, units } = await measureCharge(table, () => queueNight(table, queue, 'upkeep', today))
  expect(queue.companies).toHaveLength(2_000)
  expect({ calls, units }).toEqual({ calls: 3, units: expect.any(Number) })
  expect(units).toBeLessThan(60)
})
