import type { SendMessages } from '../../runtime/queues/deliveries-queue'
import { maxDelayMs } from '../../runtime/queues/message-batches'
import { runConcurrently } from '../../store/concurrently'
import type { Table } from '../../store/table/table'
import { deleteDue, readDuePages } from '../../store/webhooks/due-delivery-row'

/** The sweep runs every ten minutes, and may be two minutes late. */
const aheadMs = 12 * 60_000
const deletedAtOnce = 16

/** `unread`: the keys of rows that cannot be read, which stay. */
export type Sweep = { queued: number; untaken: number; unread: string[] }

/** Queues the attempts that are due soon, each for its time. Killed at any place, it does the rest the next time. */
export async function queueDue(table: Table, queue: SendMessages): Promise<Sweep> {
  const sweep: Sweep = { queued: 0, untaken: 0, unread: [] }
  for await (const page of readDuePages(table, table.now() + Math.min(aheadMs, maxDelayMs))) {
    const due = page.flatMap(({ due }) => due ?? [])
    sweep.unread.push(...page.filter(({ due }) => due === null).map(({ key }) => `${key.pk} ${key.sk}`))
    const untaken = new Set(await queue(due.map(({ at, ...message }) => ({ message, delayMs: at - table.now() }))))
    const taken = page.filter(({ due }) => due !== null).filter((_, index) => !untaken.has(index))
    await runConcurrently(taken, deletedAtOnce, ({ key }) => deleteDue(table, key))
    sweep.queued += taken.length
    sweep.untaken += untaken.size
  }
  return sweep
}
