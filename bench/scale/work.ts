import { getMeasured, titleOf } from '../costs/measured'

// What a company's nightly work costs, by its size. Calls and units were measured at the code, with 0 to 10 000 items:
// test/bench/scale-work.test.ts compares them. Milliseconds of rows are those of bench/RESULTS.md.

/**
 * `calls`, `reads` and `writes`: calls of DynamoDB and their units. `waits`: how many calls come one after the other,
 * since some run beside others. `cpuMs`: what the rows take beside, on the machine that measured.
 */
export type Work = { calls: number; reads: number; writes: number; waits: number; cpuMs: number }

/**
 * What decides about the work of a company. `rows`: of its log, to be counted. `hadBase`: whether there was a base of
 * its items. `unpackedRows`: of its log, since that base or its newest delta.
 */
export type Size = { items: number; rows: number; hadBase: boolean; unpackedRows: number }

/** How long a call takes in AWS. An assumption, as in bench/costs/usage.ts. */
const callMs = 5

export const nothing: Work = { calls: 0, reads: 0, writes: 0, waits: 0, cpuMs: 0 }
const makeCalls = (calls: number, units: { reads?: number; writes?: number } = {}, waits = calls): Work => ({
  ...nothing,
  calls,
  waits,
  ...units,
})

export function addWork(...works: Work[]): Work {
  const sum = (name: keyof Work) => works.reduce((total, work) => total + work[name], 0)
  return { calls: sum('calls'), reads: sum('reads'), writes: sum('writes'), waits: sum('waits'), cpuMs: sum('cpuMs') }
}

export const computeMs = ({ waits, cpuMs }: Work, ms = callMs) => waits * ms + cpuMs

// By the size of a row in the table: read units of one item, of a counted log row (not strongly), of a whole log row,
// of a company in its plan.
const [itemReads, countedRowReads, logRowReads, companyReads] = [0.0735, 0.0795, 0.159, 0.021]
/** Of an item in the chunks of a base or snapshot. The first ones take more: they are compressed less. */
const [chunkReads, chunkWrites] = [0.00415, 0.0336]
const [fewItems, moreWrites] = [1_000, 0.0045]
const [shards, shardsAtOnce] = [8, 2]
const itemsPerPage = 3_400
const itemsPerChunk = 8_192
const [chunksReadAtOnce, chunksWrittenAtOnce] = [16, 4]
const [countedRowsPerPage, logRowsPerPage] = [1_000, 1_600]
const companiesPerPage = 12_000
const [rowsPerBlock, blocksPerPage, pageWrites] = [500, 64, 1]
/** A base is made where reading the rows costs more: see functions/catalogue/replica/base.ts. */
const worthUnits = 100

const size = 100_000
const rowMs = getMeasured('Log of 200,000 rows over a year', 'the night: counting all days').ms / 200_000
const itemMs = getMeasured(titleOf(size), 'compaction').ms / size
const packedItemMs = getMeasured(titleOf(size), 'snapshot, 3.39 MB stored').ms / size
/** Each log row that is applied to a list. */
const logRowMs = getMeasured(titleOf(size), 'warm, after 100 changes').ms / 100

/** The job is registered while it runs. */
export const registering = makeCalls(2, { writes: 5 })
/** The company's row tells its plan. */
export const findingPlan = makeCalls(1, { reads: 1 })
/** The night is marked on the row by which the plan finds the company. */
export const marking = makeCalls(1, { writes: 1 })
/** Which is the first day that is not counted and has rows? */
export const findingDay = makeCalls(1, { reads: 0.5 })

/** The companies of plans are read, with their marks. What a row takes beside is an assumption. */
export function readPlans(companies: number): Work {
  const pages = 1 + Math.floor(companies / companiesPerPage)
  return { ...makeCalls(pages, { reads: companies * companyReads }), cpuMs: companies * 0.01 }
}

/** The log rows of a day are counted for good. */
export function countDay({ rows }: Pick<Size, 'rows'>): Work {
  const blocks = Math.ceil(rows / rowsPerBlock)
  const pages = blocks > 1 ? Math.ceil(blocks / blocksPerPage) : 0
  return addWork(
    makeCalls(1, { reads: 1 }), // the counts that there are
    makeCalls(1 + Math.floor(rows / countedRowsPerPage), { reads: Math.max(0.5, rows * countedRowReads) }),
    pages === 0 ? nothing : makeCalls(1, { reads: 1 }),
    makeCalls(pages, { writes: pages * pageWrites }),
    rows === 0 ? nothing : makeCalls(1, { writes: 1 }),
    { ...nothing, cpuMs: rows * rowMs },
  )
}

/** Is a base of items, of orders, or of orders by item needed? */
export const lookAtHeads = ({ hadBase }: Pick<Size, 'hadBase'>) =>
  hadBase ? makeCalls(4, { reads: 4 }) : makeCalls(3, { reads: 3 })

function readRows(items: number): Work {
  const pages = Math.max(1, Math.ceil(items / shards / itemsPerPage))
  // A shard's last unit is read in part.
  const reads = shards * Math.max(1, (items * itemReads) / shards + 0.5)
  return { ...makeCalls(shards * pages, { reads }, (shards / shardsAtOnce) * pages), cpuMs: items * itemMs }
}

export const isWorthBase = (items: number) => readRows(items).reads >= worthUnits

/** A base is built from the rows, and made current. */
export const writeBase = (items: number) => addWork(attemptBase(items), writeChunks(items), makeCalls(1, { writes: 1 }))

/** A first base for which the rows turn out to be too few. */
export const attemptBase = (items: number) => addWork(makeCalls(1, { reads: 1 }), readRows(items))

function writeChunks(items: number): Work {
  const chunks = Math.ceil(items / itemsPerChunk)
  const writes = items * chunkWrites + Math.min(items, fewItems) * moreWrites + chunks / 2
  return makeCalls(chunks, { writes }, Math.ceil(chunks / chunksWrittenAtOnce))
}

/** A daily snapshot: from the base and the log since, or from the rows. */
export function takeSnapshot({ items, hadBase, unpackedRows }: Size): Work {
  const chunks = Math.ceil(items / itemsPerChunk)
  const read = hadBase
    ? makeCalls(chunks, { reads: items * chunkReads }, Math.ceil(chunks / chunksReadAtOnce))
    : readRows(items)
  const logRows = hadBase ? unpackedRows : 0
  return addWork(
    makeCalls(3, { reads: 2, writes: 1 }), // whether it is there, its draft, the head of the base
    read,
    makeCalls(2 + Math.floor(logRows / logRowsPerPage), { reads: 2 + logRows * logRowReads }),
    writeChunks(items),
    makeCalls(1, { writes: 5 }), // makes it ready, with its log row
    { ...nothing, cpuMs: items * packedItemMs + logRows * logRowMs },
  )
}
