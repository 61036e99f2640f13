import { setTimeout as sleep } from 'node:timers/promises'
import { chooseWaitForHotRows } from './hot-rows'
import { formatKey, type Row, type RowKey } from './schema'

/**
 * What a change has read. Where the change is decided again, only what others have changed is new: the cancelled
 * database transaction has returned it. A commit under the conditions on these rows finds out if they are still right.
 */
export class KnownRows {
  private readonly rows = new Map<string, Row>()
  private mayWait = true

  /** When the change has made room for others. By the monotonic clock, in milliseconds. 0 where there was no need. */
  readSince = 0

  find(key: RowKey): Row | undefined {
    return this.rows.get(formatKey(key))
  }

  add(rows: Row[]): void {
    for (const row of rows) this.rows.set(formatKey(row), row)
  }

  /** `changed` are rows as they are now. Null: it is not known which rows have changed, so all are forgotten. */
  renew(changed: Row[] | null): void {
    this.mayWait = false
    if (changed === null) this.rows.clear()
    else this.add(changed)
  }

  /** A new change that is about to read a hot row waits, once: those that were overtaken before go first. */
  async makeRoom(keys: RowKey[]): Promise<void> {
    const wait = this.mayWait ? chooseWaitForHotRows(keys) : 0
    if (wait === 0) return
    this.mayWait = false
    await sleep(wait)
    this.readSince = performance.now()
  }
}
