import { suspendCompany } from '../../admin/companies/companies'
import { eraseCompany } from '../../admin/companies/erase-company'
import { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import { deleteJob, putJob } from '../../functions/store/companies/job-row'
import { keys } from '../../functions/store/schema'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import { waitFor } from '../support/eventually'
import { askLocal, listSchedules } from '../support/local-pages'
import { countQueued, countWorked } from '../support/night'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { formatRow, scanTable } from '../support/scan'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'
import { stockUp } from '../support/stock'
import { noon } from '../support/table'

const service = useService(() => startTestService(readTestStack(), { messages: true }))

/** Runs each worker and each schedule for the company. None may fail. */
async function runAllJobs(companyId: string, restoreId: string): Promise<void> {
  const events: [name: string, event: object][] = [
    ['CompactCatalogue', { company_id: companyId }],
    ['RunRestore', { company_id: companyId, restore_id: restoreId }],
    ...nightlyWorks.map((work): [string, object] => [
      'DoNightlyWork',
      { work, company_id: companyId, date: '2026-03-14' },
    ]),
  ]
  for (const [name, event] of events) {
    const invocation = await service.invoke(name, event)
    expect([name, 'error' in invocation ? invocation.error : null]).toEqual([name, null])
  }
  const [ran, queued] = [countWorked(service), countQueued(service)]
  for (const { id } of await listSchedules(service))
    expect((await askLocal(service, `schedules/${id}/run`, 'POST')).status).toBe(200)
  await waitFor(async () => countWorked(service) - ran === countQueued(service) - queued)
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

rehearse(
  'a job that comes late for a company that is being erased, or is gone, ends cleanly and writes nothing',
  async () => {
    const { company, restore } = await openBusyCompany()
    let rowsBefore = 0
    const erasure = eraseCompany(service.rows, company.id, {
      removeKey: async () => {},
      removePerson: async () => {},
      report: () => {},
      wait: async (ms) => {
        // As schedules see it that have read the companies of the plan before the mark.
        await putRows(service.rows, [keys.companyOfPlan('enterprise', company.id)])
        const before = await readRowsNaming(company.id)
        rowsBefore = before.length
        await runAllJobs(company.id, restore.id)
        expect((await readRowsNaming(company.id)).sort()).toEqual(before.sort())
        service.setTime(service.now() + ms)
      },
    })
    expect((await erasure).rows).toBeGreaterThan(10)
    expect(rowsBefore).toBeGreaterThan(10)
    expect(await readRowsNaming(company.id)).toEqual([])
    await runAllJobs(company.id, restore.id)
    expect(await readRowsNaming(company.id)).toEqual([])
  },
)

rehearse('jobs of a company are registered only while they work', async () => {
  const { company, restore } = await openBusyCompany()
  await runAllJobs(company.id, restore.id)
  const rows = await readRowsNaming(company.id)
  for (const written of ['CATALOGUE#', 'LOGDAYS#', '"Daily 2026-03-14, taken 2026-03-15"'])
    expect([written, rows.some((row) => row.includes(written))]).toEqual([written, true])
  // The night has requested a compaction, which may still run.
  await waitFor(async () => (await readRowsNaming(company.id)).every((row) => !row.includes('JOB#')))
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
  await service.invoke('DoNightlyWork', { work: 'daily_snapshot', company_id: company.id, date: '2026-03-14' })
  expect(await readSnapshotRows(service.rows, company.id)).toMatchObject([{ type: 'automatic', status: 'ready' }])
})
