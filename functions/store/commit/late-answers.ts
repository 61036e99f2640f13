import { BoundedMap } from '../../domain/bounded-map'
import { observe } from '../../metrics'
import { formatKey, type Row, ttlAttribute } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'
import { acknowledgedWithinMs, lateWaitMs, measureElapsed, settledAfterMs } from '../time/timing'
import type { Changeset } from './changeset'

// A short read of a list misses a change that was committed late. When its answer arrives, a long read must be due, or
// have been made since the commit: docs/rooms/lists.md.

/** By record: until when the answer waits, by the monotonic clock, in milliseconds. */
const waits = new BoundedMap<string, number>(1_000) // each takes some 100 bytes

/**
 * Waits where the change that is acknowledged was committed late, or maybe so by another process: until it is settled.
 * `record`: the writes of the answer, which then need not wait again.
 */
export async function waitWhereLate(table: Table, { changes, stamped }: Changeset, record: Write[]): Promise<void> {
  const elapsed = measureElapsed(stamped, table.now())
  const isOwn = Object.keys(changes).length > 0
  const wait = elapsed <= acknowledgedWithinMs ? 0 : isOwn ? lateWaitMs : Math.min(lateWaitMs, settledAfterMs - elapsed)
  const until = wait > 0 ? performance.now() + wait : 0
  for (const { action } of record) if (action.Put?.Item) remember(action.Put.Item, until)
  if (wait <= 0) return
  if (isOwn) observe('LateWriters')
  await table.sleep(wait)
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

/** The table, whose waits are put off: `wait` makes up for all of them at once. For rows that are answered together. */
export function putOffWaits(table: Table): { table: Table; wait: () => Promise<void> } {
  let until = 0
  const sleep = async (ms: number) => {
    until = Math.max(until, performance.now() + ms)
  }
  const wait = async () => {
    const left = until - performance.now()
    if (left > 0) await table.sleep(left)
  }
  return { table: { ...table, sleep }, wait }
}

function remember(record: Row, until: number): number {
  waits.set(identify(record), until)
  return until
}

/** With its time to live: a key may be used again once its record has expired. */
function identify(record: Row): string {
  return `${formatKey(record)} ${record[ttlAttribute]}`
}
