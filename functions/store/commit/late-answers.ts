import { BoundedMap } from '../../domain/bounded-map'
import type { Table } from '../client'
import type { Write } from '../contention'
import { observe } from '../metrics'
import { type Moment, measureElapsed } from '../moment'
import { formatKey, type Row, ttlAttribute } from '../schema'
import { acknowledgedWithinMs, lateWaitMs, settledAfterMs } from '../timing'

// A short read of a list misses a change that was committed late. When its answer arrives, a long read must be due, or
// have been made since the commit: docs/architecture.md, "One list".

/** By record: until when the answer waits, by the monotonic clock, in milliseconds. */
const waits = new BoundedMap<string, number>(1_000) // each takes some 100 bytes

/** Waits where a committed change is late. `record`: the writes of its answer, which then need not wait again. */
export async function waitWhereLate(table: Table, stamped: Moment, record: Write[]): Promise<void> {
  if (measureElapsed(stamped, table.now()) > acknowledgedWithinMs) {
    observe('LateWriters')
    await table.sleep(lateWaitMs)
  }
  for (const { action } of record) if (action.Put?.Item) remember(action.Put.Item, 0)
}

/**
 * Waits where the change of a recorded answer is young: another process has committed it, and maybe not acknowledged.
 * `recordedAt`: its stamp or later.
 */
export async function waitWhereYoung(table: Table, record: Row, recordedAt: number): Promise<void> {
  const now = performance.now()
  const until = waits.get(identify(record)) ?? remember(record, now + lateWaitMs)
  const wait = Math.min(until - now, recordedAt + settledAfterMs - table.now())
  if (wait > 0) await table.sleep(wait)
}

function remember(record: Row, until: number): number {
  waits.set(identify(record), until)
  return until
}

/** With its time to live: a key may be used again once its record has expired. */
function identify(record: Row): string {
  return `${formatKey(record)} ${record[ttlAttribute]}`
}
