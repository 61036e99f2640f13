import { listPlansOf, type NightlyWork } from '../../domain/companies/nightly-work'
import { maxDelayMs, maxEntries } from '../../runtime/queues/message-batches'
import type { CompanyMessage, NightlyQueue } from '../../runtime/queues/nightly-queue'
import { readPlanPages } from '../../store/companies/plan-row'
import { runConcurrently } from '../../store/concurrently'
import type { Table } from '../../store/table/table'

/** Calls of the queue at the same time: 10 000 companies are queued in a few seconds. */
const callsAtOnce = 16

/**
 * Queues the work of a night (`date`, a UTC day) for each company that has not had it, Enterprise first, and a report
 * at the end. Returns how many were queued. Can be repeated. Throws where the queue has not taken all.
 */
export async function queueNight(
  table: Table,
  queue: NightlyQueue,
  work: NightlyWork,
  date: string,
): Promise<{ queued: number }> {
  let [queued, untaken] = [0, 0]
  await runConcurrently(readBatches(table, work, date), callsAtOnce, async (batch) => {
    untaken += (await queue.send(batch)).length
    queued += batch.length
  })
  untaken += (await queue.send([{ report: work, date, left: null }], maxDelayMs)).length
  if (untaken > 0) throw new Error(`the queue has not taken ${untaken} messages`)
  return { queued }
}

async function* readBatches(table: Table, work: NightlyWork, date: string): AsyncGenerator<CompanyMessage[]> {
  for (const plan of listPlansOf(work))
    for await (const page of readPlanPages(table, plan)) {
      const due = page.filter(({ done }) => (done[work] ?? '') < date)
      for (let from = 0; from < due.length; from += maxEntries)
        yield due.slice(from, from + maxEntries).map(({ id }) => ({ work, company_id: id, date }))
    }
}
