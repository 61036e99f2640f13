import { compact } from '../../catalogue/compaction'
import { finishDays } from '../../catalogue/log/final-days'
import { needsNewBase } from '../../catalogue/replica/base'
import type { NightlyWork } from '../../domain/companies/nightly-work'
import type { CompanyMessage, NightlyQueue } from '../../runtime/queues/nightly-queue'
import { baseNames } from '../../store/catalogue/head'
import { findCompany } from '../../store/companies/companies'
import { markDone } from '../../store/companies/plan-row'
import type { Table } from '../../store/table/table'
import { runCompanyJob } from '../companies/company-jobs'
import { takeDailySnapshot } from '../snapshots/daily-snapshot'

/** Work of one company that takes longer is put back, behind the others. A snapshot or a base is made in one go. */
const sliceMs = 60_000

/** `requestId`: of the run. The log says that it took the snapshot. */
export type Worker = { table: Table; queue: NightlyQueue; requestId: string }

/** `continued`: a new message goes on where this one has come to. `gone`: the company is erased, or is being erased. */
type WorkState = 'done' | 'continued' | 'gone'

/**
 * Does what the message says, for at most about a minute, and marks the company as done. Can be repeated: what is done
 * is found, and not done again.
 */
export async function doWork(worker: Worker, message: CompanyMessage): Promise<WorkState> {
  const { table, queue } = worker
  const { company_id: companyId, work, date } = message
  const finished = await runCompanyJob(table, { companyId, name: work }, () => works[work](worker, message))
  if (finished === null) return 'gone'
  if (!finished) {
    if ((await queue.send([message])).length > 0) throw new Error('the queue has not taken the rest of the work')
    return 'continued'
  }
  const company = await findCompany(table, companyId)
  if (company) await markDone(table, company, work, date)
  return 'done'
}

/** False where work is left. */
const works: Record<NightlyWork, (worker: Worker, message: CompanyMessage) => Promise<boolean>> = {
  daily_snapshot: async ({ table, requestId }, { company_id, date }) => {
    await takeDailySnapshot(table, company_id, date, requestId)
    return true
  },
  upkeep: ({ table }, { company_id }) => maintainCompany(table, company_id, table.now() + sliceMs),
}

/**
 * Counts the days of the company's log that are over, and then renews its bases. False where it has not counted all
 * days at `until`, in epoch milliseconds: another call goes on from there.
 */
export async function maintainCompany(table: Table, companyId: string, until: number): Promise<boolean> {
  if (!(await finishDays(table, companyId, until))) return false
  for (const name of baseNames)
    if (await needsNewBase(table, companyId, name)) await compact(table, companyId, { rebuilt: [name], extended: [] })
  return true
}
