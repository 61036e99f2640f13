import { planNames } from '../../functions/domain/companies/plan'
import { makeSize } from './jobs'
import { lambda } from './limits'
import { listAskedBases, makeCompaction, makeLoopSnapshot, makeVisit } from './loop-jobs'
import { Night, snapshotsAt, upkeepAt, usualGb, workerGb } from './night'
import { makeOutcome, type Outcome } from './outcome'
import { type Fleet, findCompaniesOfPlan } from './sizes'
import { Times } from './times'
import type { Work } from './work'

// The night by loops, as before the queue: one function goes through all companies, one after the other, and is tried
// three times. It invokes other functions for bases, as another one does for snapshots: as many at once as there are.

/** An asynchronous invocation of a function. An assumption. */
const invokeMs = 25
const snapshotsAskedAtOnce = 16

/** `company`: whose work it is; null where it repeats what an earlier attempt has asked for. */
type Invocation = { at: number; company: number | null; work: Work }

export function simulateLoop(fleet: Fleet): Outcome {
  const night = new Night()
  const doneAt = new Float64Array(fleet.items.length).fill(Number.POSITIVE_INFINITY)
  const invocations = [...askForSnapshots(fleet), ...runLoops(night, fleet, doneAt)]
  return makeOutcome(night, doneAt, runInvocations(night, invocations, doneAt))
}

function askForSnapshots(fleet: Fleet): Invocation[] {
  const [first, end] = findCompaniesOfPlan(fleet, 'enterprise')
  return Array.from({ length: end - first }, (_, place) => ({
    at: snapshotsAt + Math.ceil((place + 1) / snapshotsAskedAtOnce) * invokeMs,
    company: first + place,
    work: makeLoopSnapshot(sizeOf(fleet, first + place)),
  })).filter(({ at }) => at < snapshotsAt + lambda.timeoutMs)
}

const sizeOf = ({ items, rows }: Fleet, company: number) => makeSize(items[company] ?? 0, rows[company] ?? 0)

/** Each attempt begins with the first company again. `doneAt` gets when each was visited. */
function runLoops(night: Night, fleet: Fleet, doneAt: Float64Array): Invocation[] {
  const invocations: Invocation[] = []
  let start = upkeepAt
  for (const wait of [...lambda.retryWaitsMs, null]) {
    const end = runLoop(night, fleet, { start, doneAt, invocations })
    night.addInvocation(Math.min(end, start + lambda.timeoutMs) - start, usualGb)
    if (end <= start + lambda.timeoutMs || wait === null) return invocations
    start += lambda.timeoutMs + wait
  }
  return invocations
}

/** Returns when it was through, or a time after its end where it was killed. */
function runLoop(
  night: Night,
  fleet: Fleet,
  { start, doneAt, invocations }: { start: number; doneAt: Float64Array; invocations: Invocation[] },
): number {
  let at = start
  for (const plan of planNames) {
    const [first, end] = findCompaniesOfPlan(fleet, plan)
    for (let company = first; company < end; company++) {
      const size = sizeOf(fleet, company)
      const isVisited = doneAt[company] !== Number.POSITIVE_INFINITY
      const left = isVisited ? { ...size, rows: 0 } : size
      at = night.do(at, makeVisit(left))
      if (at > start + lambda.timeoutMs) return at
      doneAt[company] = Math.min(doneAt[company] ?? at, at)
      for (const asked of listAskedBases(left)) {
        at += invokeMs
        invocations.push({ at, company: isVisited ? null : company, work: makeCompaction(asked) })
      }
    }
  }
  return at
}

/** Returns how many ran at once at most. A company is done when the last of its functions is, unless it was dropped. */
function runInvocations(night: Night, invocations: Invocation[], doneAt: Float64Array): number {
  const busy = new Times()
  let peak = 0
  for (const { at, company, work } of invocations.sort((a, b) => a.at - b.at)) {
    while (busy.first <= at) busy.take()
    const start = busy.size < lambda.concurrency ? at : busy.first
    if (busy.size === lambda.concurrency) busy.take()
    const isDropped = start - at > lambda.eventAgeMs
    const end = isDropped ? Number.POSITIVE_INFINITY : night.do(start, work)
    if (company !== null) doneAt[company] = Math.max(doneAt[company] ?? 0, end)
    if (isDropped) continue
    night.addInvocation(end - start, workerGb)
    busy.add(end, true)
    peak = Math.max(peak, busy.size)
  }
  return peak
}
