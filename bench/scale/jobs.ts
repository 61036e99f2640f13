import {
  addWork,
  countDay,
  findingDay,
  findingPlan,
  isWorthBase,
  lookAtHeads,
  marking,
  nothing,
  registering,
  type Size,
  takeSnapshot,
  type Work,
  writeBase,
} from './work'

// What the worker of the queue does for one message: see functions/operations/nightly/do-work.ts.

/** A delta is written for each 1 000 log rows, about. */
const deltaRows = 1_000

/** A company in a stack that has run for a while: a reader has asked for a base where it is worth one. */
export function makeSize(items: number, rows: number): Size {
  return { items, rows, hadBase: isWorthBase(items), unpackedRows: Math.min(rows, deltaRows) }
}

/** The day is counted. A base that there is is renewed where something has changed since. */
export function makeUpkeep(size: Size): Work {
  return doWork(
    size.rows > 0 ? findingDay : nothing, // with no rows, the count of the day asks once
    countDay(size),
    lookAtHeads(size),
    size.hadBase && size.rows > 0 ? writeBase(size.items) : nothing,
  )
}

/** The same whether something has changed or not. */
export const makeSnapshot = (size: Size) => doWork(findingPlan, takeSnapshot(size))

const doWork = (...works: Work[]) => addWork(registering, ...works, findingPlan, marking)
