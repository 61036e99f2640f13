import { addBills, type Bill } from './bill'
import type { Company } from './companies'
import { type Invocations, makeInvocationsBill } from './invocations'
import { hasBase } from './jobs'
import { getMeasured, titleOf } from './measured'
import { computeColdShare, countAuthorizations } from './traffic'
import { getTutorialUsage, listUsages, makeRead, type Usage } from './usage'

/** Requests of one kind. `bytes`: of an answer. */
export type Requests = Invocations & { bytes: number }

/** How lists are made: as this service does, or by reading everything. */
export type Way = 'ours' | 'tutorial'

/** An idempotency key: see test/operations/capacity.test.ts. */
const recordWrites = 2

const headerBytes = 600
const itemBytes = 300
const pageItems = 50
const page = headerBytes + pageItems * itemBytes
const single = headerBytes + 2 * itemBytes

/** The requests of a month. Every change has an idempotency key. */
export function listRequests(company: Company, way: Way, gb: number): Requests[] {
  const { items, lists, gets, moves, creates } = company
  const make = (times: number, usage: Usage, bytes: number): Requests => {
    return { times, colds: times * computeColdShare(times), usage, gb, bytes }
  }
  const usages = listUsages(items)
  const ours = listOurLists(company).map((each) => ({ ...each, gb, bytes: page }))
  return [
    ...(way === 'ours' ? ours : [make(lists, getTutorialUsage(items), page)]),
    make(gets, getUsage(usages, 'get an item'), single),
    make(moves, addRecord(getUsage(usages, 'move stock')), single),
    make(creates, addRecord(getUsage(usages, 'create an item')), single),
  ]
}

/** A process that starts reads the base, or the rows where they are few. */
function listOurLists(company: Company): Pick<Requests, 'times' | 'colds' | 'usage'>[] {
  const { items, lists } = company
  const colds = lists * computeColdShare(lists)
  const cold = getMeasured(titleOf(items), hasBase(company) ? 'cold, from a base' : 'cold, from the rows')
  const warm = getUsage(listUsages(items), 'list items, 100 changes in 15 s')
  return [
    { times: lists - colds, colds: 0, usage: warm },
    { times: colds, colds, usage: makeRead(cold) },
  ]
}

function getUsage(usages: Record<string, Usage>, what: string): Usage {
  const usage = usages[what]
  if (!usage) throw new Error(`bench/RESULTS.md has no line "${what}": run npm run bench`)
  return usage
}

function addRecord(usage: Usage): Usage {
  return { ...usage, writes: usage.writes + recordWrites }
}

export function makeRequestsBill(requests: Requests): Bill {
  const { times, bytes } = requests
  return addBills(makeInvocationsBill(requests), { gatewayRequest: times, transferGb: (times * bytes) / 1e9 })
}

/** The authorizer reads the key: one row. */
export function makeAuthorizations(company: Company, gb: number): Invocations {
  const times = countAuthorizations(company)
  const usage = { ...makeRead(getMeasured('Single changes and reads', 'get an item')), writes: 0 }
  return { times, colds: times * computeColdShare(times), usage, gb }
}
