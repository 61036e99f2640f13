import { type Company, countChanges } from './companies'
import type { Invocations } from './invocations'
import { getMeasured, getSnapshot, titleOf } from './measured'
import type { StackParts } from './stack-parts'
import { makeWork, type Usage } from './usage'

const nights = 30
/** A base is made where reading the rows costs so many units: see functions/catalogue/compaction.ts. */
const baseFromUnits = 100

/** The heads, registrations and lists of companies that a job reads and writes besides its work. About so much. */
const around: Usage = { reads: 10, writes: 5, ms: 100 }
const nothing: Usage = { reads: 0, writes: 0, ms: 0 }

const perRow = ({ reads, writes, ms }: Usage, rows: number): Usage => ({
  reads: reads / rows,
  writes: writes / rows,
  ms: ms / rows,
})
const night = getMeasured('Log of 200,000 rows over a year', 'the night: counting all days')
const countingRow = perRow(makeWork({ ...night, calls: 0 }, night.units), 200_000)
const deltas = getMeasured('50,000 movements of 10 of 10,000 items', 'all compactions')
const packingRow = perRow(makeWork({ ...deltas, calls: 0 }, countingRow.reads * 50_000), 50_000)

export const hasBase = ({ items }: Company) => readRows(items).units >= baseFromUnits

const readRows = (items: number) => getMeasured(titleOf(items), 'cold, from the rows')

/** The jobs of a month for one company: upkeep, compactions, and daily snapshots on the Enterprise plan. */
export function listJobs(company: Company, { gb }: Pick<StackParts, 'gb'>): Invocations[] {
  const changes = countChanges(company)
  const compactions = hasBase(company) ? listCompactions(company) : []
  const snapshots = company.plan === 'enterprise' ? [makeJob(nights, makeSnapshotUsage(company), gb.worker)] : []
  return [
    makeJob(nights, addWork(around, countingRow, changes / nights), gb.worker),
    makeJob(2 * nights, around, gb.nightly), // queues upkeep, and daily snapshots
    makeJob(2 * nights, around, gb.worker), // tells how the night went
    ...compactions.map(({ times, work }) => makeJob(times, addWork(around, work, 1), gb.worker)),
    ...snapshots,
  ]
}

/** Each run starts a process. */
function makeJob(times: number, usage: Usage, gb: number): Invocations {
  return { times, colds: times, usage, gb }
}

type Work = { times: number; work: Usage }

/** The base is made anew each night, and gets deltas: one is requested for 1 000 changes. */
function listCompactions(company: Company): Work[] {
  const base = makeWork(getMeasured(titleOf(company.items), 'compaction'), readRows(company.items).units)
  const deltas = { times: countChanges(company) / 1_000, work: addWork(nothing, packingRow, 1_000) }
  return [{ times: nights, work: base }, deltas]
}

function makeSnapshotUsage({ items }: Company): Usage {
  return makeWork(getSnapshot(items), getMeasured(titleOf(items), 'cold, from a base').units)
}

function addWork(before: Usage, work: Usage, times: number): Usage {
  return {
    reads: before.reads + times * work.reads,
    writes: before.writes + times * work.writes,
    ms: before.ms + times * work.ms,
  }
}
