import type { Table } from '../client'
import { acknowledgedWithinMs, lateWaitMs, settledAfterMs } from '../timing'

// A short read of a list misses a change that was committed late. When its answer arrives, a long read must be due, or
// have been made since the commit: docs/architecture.md, "One list".

/** When a change was stamped: epoch milliseconds, and milliseconds by the monotonic clock. */
export type Stamp = { at: number; tick: number }

/** Call it once the change is committed. */
export async function waitWhereLate(table: Table, { at, tick }: Stamp): Promise<void> {
  // The wall clock may be set back, and the monotonic one may stand while the process is frozen.
  const elapsed = Math.max(table.now() - at, performance.now() - tick)
  if (elapsed > acknowledgedWithinMs) await table.sleep(lateWaitMs)
}

/** For a change that another process has committed, and maybe not acknowledged. `recordedAt`: its stamp or later. */
export async function waitWhereYoung(table: Table, recordedAt: number): Promise<void> {
  const wait = Math.min(lateWaitMs, recordedAt + settledAfterMs - table.now())
  if (wait > 0) await table.sleep(wait)
}
