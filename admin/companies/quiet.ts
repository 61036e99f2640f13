import { Refusal } from '../../functions/domain/errors'
import { waitForCompanyJobs } from '../../functions/operations/companies/company-jobs'
import { findLock, isHeld } from '../../functions/store/snapshots/restore-lock'
import type { Table } from '../../functions/store/table/table'
import { jobTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'

// How an erasure and a move know that nobody else writes rows of the company.

export type WaitTools = {
  wait: (ms: number) => Promise<void>
  /** Tells the platform engineer how far the work has come. */
  report: (text: string) => void
}

/** Refused with `invalid_state` while a restore is under way. */
export async function requireIdle(table: Table, companyId: string): Promise<void> {
  if (!isHeld(await findLock(table, companyId), table.now())) return
  const message = 'A restore of the company is running. Run the command again when it has ended.'
  throw new Refusal('invalid_state', message)
}

/**
 * Waits until no request or job that began before can still write. A request was admitted before its key was suspended,
 * and has a limited time. A job is registered since before the mark, which keeps others from beginning: the
 * registrations are read when also one that was being committed at the mark can be seen. What makes and sends
 * deliveries is not registered. The settle window allows for clocks that disagree, and for a call that was on its way
 * when its function ended. Returns when the last one had ended at the latest. Times are in epoch milliseconds.
 */
export async function waitForWriters(
  table: Table,
  { companyId, markedAt, suspensions }: { companyId: string; markedAt: number; suspensions: number[] },
  tools: WaitTools,
): Promise<number> {
  await waitUntil(table, markedAt + settledAfterMs, 'every job that is running is known', tools)
  await waitForCompanyJobs(table, companyId, tools)
  // The last job may have ended a moment ago, but not later than Lambda allows.
  const jobsEnded = Math.min(table.now(), markedAt + jobTimeoutMs)
  const ended = Math.max(jobsEnded, ...suspensions.map((at) => at + routeTimeoutMs))
  await waitUntil(table, ended + settledAfterMs, 'nothing that began before can still write', tools)
  return ended
}

/** Whatever is waited for began before now, and ends in this time: a row that names a time of the future is wrong. */
const maxWaitMs = jobTimeoutMs + settledAfterMs

/** `at` is in epoch milliseconds. */
export async function waitUntil(table: Table, at: number, goal: string, { wait, report }: WaitTools): Promise<void> {
  const left = Math.min(at - table.now(), maxWaitMs)
  if (left <= 0) return
  report(`waiting ${Math.ceil(left / 1_000)} s, until ${goal}`)
  await wait(left)
}
