import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../domain/errors'
import { chooseBackoff } from '../sdk/retries'
import type { Row } from './schema'
import type { Table } from './table'

// Changes of the same rows. One that meets a conflict waits, and is decided again. Waits are measured in tries: a try
// reads, decides and sends once. docs/decisions/0017-conflicts-and-contention.md has the reasons and figures.

/** For how many tries a change waits at most after conflicts, all in all. */
const conflictTries = 7
/** How long a try counts at most, in milliseconds: nobody must wait long because a process was frozen. */
const longestTryMs = 100

/**
 * Others have changed what was read, or are changing it now. Nothing was committed. `rows` are those that were in the
 * way, as they are now, or null where that is not known. `busy`: trying again soon is of no use.
 */
export class WriteConflict extends Error {
  constructor(
    readonly rows: Row[] | null = null,
    readonly busy = true,
  ) {
    super()
  }
}

/** The tries of one change. Each reads, decides and commits. */
export class Tries {
  private readonly begun = performance.now()
  private triedAt = this.begun
  private count = 0

  constructor(private readonly table: Table) {}

  /**
   * After a try that failed: waits until the next one. Returns the rows that others have changed, as they are now, or
   * null where anything may have changed. Throws any error but a conflict. Refused with `resource_busy` after 8 s.
   */
  async waitAfter(error: unknown): Promise<Row[] | null> {
    if (!(error instanceof WriteConflict)) throw error
    const now = performance.now()
    const wait = error.busy ? chooseBackoff(this.count) : chooseConflictWait(now - this.triedAt, now - this.begun)
    if (wait > 0) await sleep(wait)
    this.count += 1
    this.triedAt = performance.now()
    if (this.triedAt >= this.begun + this.table.limits.recomputeMs)
      throw new Refusal('resource_busy', 'Others are changing the same data. Try again in a moment.')
    return wait > 0 ? null : error.rows // after a wait, they are old
  }
}

/** Each try must read what it needs, and call `transact`. Refused with `resource_busy` after 8 s. */
export async function retryUntilCommitted<Result>(table: Table, attempt: () => Promise<Result>): Promise<Result> {
  for (const tries = new Tries(table); ; ) {
    try {
      return await attempt()
    } catch (error) {
      await tries.waitAfter(error)
    }
  }
}

/**
 * In milliseconds. Of the changes that try at the same time only one succeeds, so each waits for some tries. What it
 * has waited counts: who came first goes first, and at last at once.
 */
function chooseConflictWait(tryMs: number, waitedMs: number): number {
  const share = 0.3 + 0.7 * Math.random()
  return share * Math.max(0, conflictTries * Math.min(tryMs, longestTryMs) - waitedMs)
}
