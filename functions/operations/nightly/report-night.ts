import { listPlansOf, NightCount, type NightFigures } from '../../domain/companies/nightly-work'
import { observe } from '../../metrics'
import { maxDelayMs } from '../../runtime/queues/message-batches'
import type { NightlyQueue, ReportMessage } from '../../runtime/queues/nightly-queue'
import { findCompany } from '../../store/companies/companies'
import { readPlanPages } from '../../store/companies/plan-row'
import type { Table } from '../../store/table/table'

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
  const unreached: string[] = []
  for (const plan of listPlansOf(work))
    for await (const page of readPlanPages(table, plan))
      for (const { id, since, done } of page) if (count.add(done[work] ?? since)) unreached.push(id)
  const figures = count.result
  const ended = figures.left === 0 || (waiting === 0 && figures.left === left)
  if (ended) {
    figures.unreached -= await countMoving(table, unreached)
    observe('UnreachedCompanies', figures.unreached)
  } else if ((await queue.send([{ report: work, date, left: figures.left }], maxDelayMs)).length > 0)
    throw new Error('the queue has not taken the next report')
  return { ...figures, waiting, ended }
}

/** Where more are unreached, the alarm has another cause. */
const maxLookedAt = 100

/** How many of these wait to be moved to another stack, and have no work here any more. */
async function countMoving(table: Table, ids: string[]): Promise<number> {
  let moving = 0
  for (const id of ids.slice(0, maxLookedAt)) if ((await findCompany(table, id))?.moving_at !== undefined) moving += 1
  return moving
}
