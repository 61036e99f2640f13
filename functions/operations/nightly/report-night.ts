import { listPlansOf, NightCount, type NightFigures } from '../../domain/companies/nightly-work'
import { maxDelayMs } from '../../runtime/queues/message-batches'
import type { NightlyQueue, ReportMessage } from '../../runtime/queues/nightly-queue'
import type { Table } from '../../store/client'
import { readPlanPages } from '../../store/companies/plan-row'
import { observe } from '../../store/metrics'

/** `ended`: nothing is left, or nothing more comes of it. `waiting`: messages on the queue, of any work. */
export type NightReport = NightFigures & { waiting: number; ended: boolean }

/**
 * Tells how far a night has come, and asks again a quarter of an hour later until it has ended: all is done, or nothing
 * waits and nothing was done since it was asked before.
 */
export async function reportNight(
  table: Table,
  queue: NightlyQueue,
  { report: work, date, left }: ReportMessage,
): Promise<NightReport> {
  const waiting = await queue.countWaiting() // before the rows: what is not waiting any more is marked, or has failed
  const count = new NightCount(date)
  for (const plan of listPlansOf(work))
    for await (const page of readPlanPages(table, plan))
      for (const { since, done } of page) count.add(done[work] ?? since)
  const figures = count.result
  const ended = figures.left === 0 || (waiting === 0 && figures.left === left)
  if (ended) observe('UnreachedCompanies', figures.unreached)
  else if ((await queue.send([{ report: work, date, left: figures.left }], maxDelayMs)).length > 0)
    throw new Error('the queue has not taken the next report')
  return { ...figures, waiting, ended }
}
