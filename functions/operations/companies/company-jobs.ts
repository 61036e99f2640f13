import { deleteJob, putJob, readRunningJobs } from '../../store/companies/job-row'
import type { Table } from '../../store/table/table'
import { jobTimeoutMs } from '../../store/time/timing'
import { makeUlid } from '../../store/time/ulids'

/** How often an erasure looks whether the jobs have ended. */
const pollMs = 2_000

/**
 * Runs what a job writes for one company, and registers it while it runs: an erasure and a move wait for it. Null, and
 * nothing is begun, if the company is gone, or is being erased or moved. `work` must not end before its last call.
 * `name` is the job's id.
 */
export async function runCompanyJob<Result>(
  table: Table,
  { companyId, name }: { companyId: string; name: string },
  work: () => Promise<Result>,
): Promise<Result | null> {
  const now = table.now()
  const id = makeUlid(now)
  try {
    return (await putJob(table, companyId, id, { name, until: now + jobTimeoutMs })) ? await work() : null
  } finally {
    // A row that stays only makes an erasure wait, until its time is over.
    await deleteJob(table, companyId, id).catch(() => {})
  }
}

/** Returns when no job of the company is registered any more, or their times are over. */
export async function waitForCompanyJobs(
  table: Table,
  companyId: string,
  { wait, report }: { wait: (ms: number) => Promise<void>; report: (text: string) => void },
): Promise<void> {
  let told = ''
  for (;;) {
    const jobs = await readRunningJobs(table, companyId)
    if (jobs.length === 0) return
    const lefts = jobs.map(({ until }) => until - table.now())
    const names = jobs.map(({ name }) => name).join(', ')
    if (names !== told) report(`waiting for ${names}: ${Math.ceil(Math.max(...lefts) / 1_000)} s at most`)
    told = names
    await wait(Math.max(0, Math.min(pollMs, ...lefts)))
  }
}
