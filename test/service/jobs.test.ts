import { createCompany, suspendCompany } from '../../admin/companies/companies'
import { eraseCompany } from '../../admin/companies/erase-company'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { readBase } from '../../functions/catalogue/replica/base'
import { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import type { Plan } from '../../functions/domain/companies/plan'
import type { Head } from '../../functions/store/catalogue/head'
import { deleteJob, putJob } from '../../functions/store/companies/job-row'
import { makePlanItem } from '../../functions/store/companies/plan-row'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import { queryPartitions } from '../../functions/store/table/table'
import { waitFor } from '../support/eventually'
import { askLocal, listFailures, listSchedules, runSchedule } from '../support/local-pages'
import { signInAs } from '../support/people'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { allows, changeRole } from '../support/roles'
import { formatRow, scanTable } from '../support/scan'
import { createCompanyWithKey, startTestService, type TestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { stockUp } from '../support/stock'
import { noon } from '../support/table'

// Two at once of each function: as many as may take the same snapshot at the same time.
const service = useService(() => startTestService(readTestStack(), { messages: true, workersPerFunction: 2 }))

/** How many messages of companies were worked off, as its log says. */
const countWorked = () => service.logs.join().match(/nightly work of a company/g)?.length ?? 0

/** How many the nights that have begun have queued. */
function countQueued(): number {
  const nights = service.logs.join().matchAll(/"a night begins".*?"companies":(\d+)/g)
  return [...nights].reduce((sum, [, queued]) => sum + Number(queued), 0)
}

/** Returns what waits until the work that the nights queue from now on is done. */
function watchNights(): () => Promise<true> {
  const [ran, queued] = [countWorked(), countQueued()]
  return () => waitFor(async () => countWorked() - ran === countQueued() - queued)
}

/** So many cost more than 100 read units. */
const rows = 3_000

async function createBigCompany(on: TestService) {
  const { call, company } = await createCompanyWithKey(on)
  await stockUp(on.rows, company.id, rows, { since: noon - 30_000, quantity: () => 0 })
  return { call, company }
}

rehearse('a list that reads many rows asks for a base; the night counts the log, and renews the base', async () => {
  const { call, company } = await createBigCompany(service)
  const list = async () => (await call('GET', '/items?limit=1')).body.pagination.total
  const head = async (): Promise<Head | null> => (await readBase(service.rows, company.id, itemsSource))?.head ?? null
  expect(await list()).toBe(rows)
  const first = await waitFor(head)
  expect(first).toMatchObject({ rows, chunks: 1 })
  const run = () => runSchedule(service, 'NightlyUpkeep', 'cron(17 3 * * ? *)')
  service.setTime(noon + 86_400_000)
  const workIsDone = watchNights()
  expect(await run()).toMatchObject({ status: 200, body: { status: 'completed' } })
  const days = await waitFor(async () => {
    const found = await readDayCounts(service.rows, company.id)
    return found.length > 0 && found
  })
  expect(days).toEqual([{ end: '2026-03-14', counts: { 'create|item||usr_1': rows }, units: {} }])
  await workIsDone()
  expect(await head()).toEqual(first) // nothing has changed
  await call('POST', '/items', { name: 'Bolt', sku: 'late' })
  service.setTime(service.now() + 86_400_000)
  await run()
  const next = await waitFor(async () => {
    const found = await head()
    return found?.base !== first.base && found
  })
  expect(next).toMatchObject({ rows: rows + 1 })
  expect(await list()).toBe(rows + 1)
})

/** A service whose compaction finds no table, and whose list of the trash may not ask for one. */
function startDamagedService(): Promise<TestService> {
  const stack = readTestStack()
  changeRole(stack, 'ListTrash', (all) => all.filter((statement) => !allows(statement, 'lambda:InvokeFunction')))
  for (const { Type, Properties } of Object.values(stack.template.Resources)) {
    const environment = Properties?.Environment as { Variables: Record<string, string> } | undefined
    if (Type === 'AWS::Lambda::Function' && Number(Properties?.MemorySize) === 2048 && environment)
      environment.Variables.TABLE_NAME = 'none'
  }
  return startTestService(stack)
}

rehearse('where compaction fails, or may not be asked for, lists are right all the same, and it is told', async () => {
  const damaged = await startDamagedService()
  try {
    const { call, company } = await createBigCompany(damaged)
    expect((await call('GET', '/trash?limit=1')).body.pagination.total).toBe(0)
    expect(damaged.logs.join('\n')).toContain('is not authorized to perform: lambda:InvokeFunction')
    expect(await listFailures(damaged)).toEqual([])
    expect((await call('GET', '/items?limit=1')).body.pagination.total).toBe(rows)
    const failure = await waitFor(async () => (await listFailures(damaged))[0] ?? null)
    const queue = expect.stringContaining(':sqs:')
    expect(failure).toMatchObject({ attempts: 3, event: { company_id: company.id }, queue })
  } finally {
    await damaged.stop()
  }
})

test('the local service knows no other schedule', async () => {
  expect((await askLocal(service, 'schedules/none/run', 'POST')).status).toBe(404)
})

// test/operations/nightly.test.ts has thousands of companies, test/operations/snapshots.test.ts takers at once.
rehearse('two schedules of one day make one snapshot of each Enterprise company, and none of others', async () => {
  const plans: Plan[] = Array(10).fill(['starter', 'professional', 'enterprise']).flat()
  const companies = await Promise.all(plans.map((plan) => createCompany(service.rows, { name: 'One', plan })))
  const enterprise = companies.filter(({ plan }) => plan === 'enterprise')
  await stockUp(service.rows, enterprise[0]?.id ?? '', 3, { since: noon - 60_000, quantity: () => 7 })
  const run = () => runSchedule(service, 'DailySnapshots', 'cron(7 2 * * ? *)')
  const [queuedBefore, workIsDone] = [countQueued(), watchNights()]
  for (const result of await Promise.all([run(), run()])) expect(result.status).toBe(200)
  expect(countQueued() - queuedBefore).toBeGreaterThanOrEqual(enterprise.length)
  await workIsDone()
  expect((await run()).status).toBe(200) // all is done: nothing is queued
  for (const { id, plan } of companies) {
    const statuses = (await readSnapshotRows(service.rows, id)).map(({ status }) => status)
    expect(statuses).toEqual(plan === 'enterprise' ? ['ready'] : [])
  }
  const [first] = await readSnapshotRows(service.rows, enterprise[0]?.id ?? '')
  expect(first).toMatchObject({ type: 'automatic', created_by: 'system', item_count: 3, total_quantity: 21 })
  const log = await queryPartitions(service.rows, [`LOG#${enterprise[1]?.id}`])
  expect(log).toMatchObject([{ action: 'create', resource_type: 'snapshot', actor_type: 'system', n: 1 }])
})

const makeNightlyWork = (work: string, company_id: string) => ({ work, company_id, date: '2026-03-14' })

/** Runs each worker and each schedule for the company. None may fail. */
async function runAllJobs(companyId: string, restoreId: string): Promise<void> {
  const events: [name: string, event: object][] = [
    ['CompactCatalogue', { company_id: companyId }],
    ['RunRestore', { company_id: companyId, restore_id: restoreId }],
    ...nightlyWorks.map((work): [string, object] => ['DoNightlyWork', makeNightlyWork(work, companyId)]),
  ]
  for (const [name, event] of events) {
    const invocation = await service.invoke(name, event)
    expect([name, 'error' in invocation ? invocation.error : null]).toEqual([name, null])
  }
  const workIsDone = watchNights()
  for (const { id } of await listSchedules(service))
    expect((await askLocal(service, `schedules/${id}/run`, 'POST')).status).toBe(200)
  await workIsDone()
}

/** So many items that a base is worth making. */
const stockForBase = (companyId: string) =>
  stockUp(service.rows, companyId, 2_000, { since: noon - 60_000, quantity: () => 0 })

/** A company with work for each job: a restore, and a day to count. */
async function openBusyCompany() {
  const { client, company } = await createCompanyWithKey(service)
  await client.createItem({ name: 'Bolt', sku: 'B', quantity: 1 })
  await stockForBase(company.id)
  const restore = await client.restoreSnapshot((await client.createSnapshot()).id)
  service.setTime(noon + 86_400_000)
  return { company, restore }
}

const readRowsNaming = async (companyId: string) =>
  (await scanTable(service.rows)).map(formatRow).filter((row) => row.includes(companyId))

rehearse('a job that is late for a company that is being erased, or is gone, ends well, writes nothing', async () => {
  const { company, restore } = await openBusyCompany()
  let rowsBefore = 0
  const wait = async (ms: number) => {
    // As schedules see it that have read the companies of the plan before the mark.
    await putRows(service.rows, [makePlanItem('enterprise', company.id, noon)])
    const before = await readRowsNaming(company.id)
    rowsBefore = before.length
    await runAllJobs(company.id, restore.id)
    expect((await readRowsNaming(company.id)).sort()).toEqual(before.sort())
    service.setTime(service.now() + ms)
  }
  const tools = { removeKey: async () => {}, removePerson: async () => {}, report: () => {}, wait }
  await suspendCompany(service.rows, company.id)
  expect((await eraseCompany(service.rows, company.id, tools)).rows).toBeGreaterThan(10)
  expect(rowsBefore).toBeGreaterThan(10)
  expect(await readRowsNaming(company.id)).toEqual([])
  await runAllJobs(company.id, restore.id)
  expect(await readRowsNaming(company.id)).toEqual([])
})

rehearse('jobs of a company are registered only while they work', async () => {
  const { company, restore } = await openBusyCompany()
  await runAllJobs(company.id, restore.id)
  const rows = await readRowsNaming(company.id)
  const written = ['CATALOGUE#', 'LOGDAYS#', '"Daily 2026-03-14, taken 2026-03-15"']
  expect(written.filter((text) => !rows.some((row) => row.includes(text)))).toEqual([])
  // The night has requested a compaction, which may still run.
  await waitFor(async () => (await readRowsNaming(company.id)).every((row) => !row.includes('JOBS#')))
})

rehearse('a compaction does nothing while another one of the company runs', async () => {
  const { company } = await createCompanyWithKey(service)
  await stockForBase(company.id)
  const job = { name: 'compact-catalogue', until: service.now() + 60_000 }
  const compactNow = async () => {
    await service.invoke('CompactCatalogue', { company_id: company.id })
    return (await readRowsNaming(company.id)).some((row) => row.includes('CATALOGUE#'))
  }
  await putJob(service.rows, company.id, 'other', job)
  expect(await compactNow()).toBe(false)
  await deleteJob(service.rows, company.id, 'other')
  expect(await compactNow()).toBe(true)
})

test('a suspended company keeps its data: its daily snapshots go on', async () => {
  const { company } = await createCompanyWithKey(service)
  await suspendCompany(service.rows, company.id)
  await service.invoke('DoNightlyWork', makeNightlyWork('daily_snapshot', company.id))
  expect(await readSnapshotRows(service.rows, company.id)).toMatchObject([{ type: 'automatic', status: 'ready' }])
})

describe('keys that open nothing', () => {
  const options = { workersPerFunction: 1, signIn: { port: 0, mailDir: null }, gatewayKeyQuota: 2 }
  const own = useService(() => startTestService(readTestStack(), options))

  /** Runs the job as its schedule does. Returns what it has told. */
  async function runAtNight() {
    own.logs.splice(0)
    expect((await runSchedule(own, 'RemoveOrphanedGatewayKeys', 'cron(27 4 * * ? *)')).status).toBe(200)
    return waitFor(async () => {
      const line = own.logs.find((text) => text.includes("API Gateway's keys were looked at"))
      return line && (JSON.parse(line) as Record<string, unknown>)
    })
  }

  test('at the quota of API Gateway a key is refused, in words and by a metric; the night makes room where keys have expired', async () => {
    own.setTime(0) // the provider's clock is the machine's
    const customer = await createCompanyWithKey(own)
    const owner = await signInAs(own, customer, 'owner')
    const create = (fields: object) => owner.call('POST', '/keys', fields)
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    const kept = (await create({ name: 'Till' })).body
    expect((await create({ expires_at })).status).toBe(201)
    const refused = await create({})
    const message = 'The service can hold no more keys: revoke one, or ask its operators.'
    expect([refused.status, refused.body]).toEqual([400, { error: { code: 'limit_exceeded', message } }])
    const told = own.logs.filter((line) => line.includes('"_aws"') && line.includes('GatewayKeys'))
    expect(told.map((line) => JSON.parse(line).GatewayKeys)).toEqual([10_000])

    expect(await runAtNight()).toMatchObject({ in_use: 2, seen: 0, removed: 0 }) // both are younger than an hour
    own.setTime(Date.now() + 2 * 3_600_000)
    expect(await runAtNight()).toMatchObject({ in_use: 1, seen: 2, removed: 1, left: 0, skipped: 0, failed: 0 })
    own.setTime(0)
    expect((await create({})).status).toBe(201)
    expect((await owner.call('DELETE', `/keys/${kept.id}`)).status).toBe(204)
    expect((await create({})).status).toBe(201)
  })
})
