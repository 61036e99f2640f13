import {
  addWork,
  attemptBase,
  countDay,
  findingPlan,
  isWorthBase,
  lookAtHeads,
  registering,
  type Size,
  takeSnapshot,
  type Work,
  writeBase,
} from './work'

// What a company cost before the queue, as it was measured then. That code is gone.

/** The loop counts the day of one company, and looks at its bases. It leaves them to other functions. */
export const makeVisit = (size: Size) => addWork(registering, countDay(size), lookAtHeads(size))

/**
 * Bases that the loop asks for, as their numbers of rows: of items that have changed, or that have no base. The
 * companies of the model have no orders, so the base of orders is attempted in vain each night.
 */
export function listAskedBases({ items, rows, hadBase }: Size): number[] {
  return [...(!hadBase || rows > 0 ? [items] : []), 0]
}

/** The function that makes a base reads the running jobs and the head, and counts what is left of the log. */
export function makeCompaction(rows: number): Work {
  const around: Work = { calls: 5, reads: 4.5, writes: 0, waits: 5, cpuMs: 0 }
  return addWork(registering, around, isWorthBase(rows) ? writeBase(rows) : attemptBase(rows))
}

/** Each snapshot has a function of its own. */
export const makeLoopSnapshot = (size: Size) => addWork(registering, findingPlan, takeSnapshot(size))
