import { makeRandom } from '../seed'
import { lambda } from './limits'
import { Night, snapshotsAt } from './night'
import { makeOutcome, type Outcome } from './outcome'
import { type Message, Planner } from './planner'
import type { Fleet } from './sizes'
import { Times } from './times'
import { runWorker } from './worker'

// The night by a queue: two planners send a message a company, some workers take one message at a time, and reports
// tell how far they are.

/** Receiving a message, invoking the worker and deleting the message. An assumption. */
export const messageMs = 20
/** Of the runs of a worker, so many are killed, as by the end of its machine. An assumption. */
const killedShare = 0.0001

export function simulateQueue(fleet: Fleet, { workers, seed }: { workers: number; seed: number }): Outcome {
  const night = new Night()
  const random = makeRandom(seed)
  const planners = [new Planner('snapshot', fleet), new Planner('upkeep', fleet)]
  for (const planner of planners) planner.bill(night)
  const again = new Times<Message>()
  const queue = [...planners, again]
  const free = startWorkers(workers)
  const busy = new Times()
  let peak = 0
  const lastEnds = { snapshot: 0, upkeep: 0 }
  const doneAt = new Float64Array(fleet.items.length)
  for (;;) {
    const next = queue.reduce((a, b) => (a.first <= b.first ? a : b))
    const at = Math.max(free.first, next.first)
    const message = next.take()
    if (message === undefined) break
    free.take()
    const killedAfter = random() < killedShare ? random() : null
    const run = runWorker(night, fleet, { at, message, killedAfter })
    if (run.again) again.add(run.again.at, run.again.message)
    else doneAt[message.company] = Math.max(doneAt[message.company] ?? 0, run.end)
    lastEnds[message.kind] = Math.max(lastEnds[message.kind], run.end)
    free.add(run.end + messageMs, true)
    while (busy.first <= at) busy.take()
    busy.add(run.end, true)
    peak = Math.max(peak, busy.size)
  }
  for (const planner of planners) planner.billReports(night, lastEnds[planner.kind])
  return makeOutcome(night, doneAt, peak)
}

/** When each worker takes its first message: Lambda starts with some, and adds more each minute. */
function startWorkers(workers: number): Times {
  const free = new Times()
  for (let worker = 0; worker < workers; worker++) {
    const minutes = Math.max(0, worker + 1 - lambda.queueReaders) / lambda.newQueueReaders
    free.add(snapshotsAt + minutes * 60_000, true)
  }
  return free
}
