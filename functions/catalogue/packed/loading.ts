import { Refusal } from '../../domain/errors'
import type { BaseName, Head } from '../../store/catalogue/head'
import { loadWithinMs } from '../../store/timing'

/** Requests that the named base is made anew, or deltas for all bases. */
export type RequestCompaction = (companyId: string, rebuilt: BaseName | null) => Promise<void>

/** How often a reader of all rows looks whether a base has been made meanwhile. */
const lookAfterMs = 2_000

/** While all rows were read, another process has made a base. */
export class BaseMadeError extends Error {}

/** What a reader does beside reading: it requests a compaction once, and gives up in time for an answer. */
export class Loading {
  private readonly until = performance.now() + loadWithinMs
  private lookAt = 0
  private seen: string | null | undefined
  private requested: Promise<void> | null = null
  private logRows = 0

  /** A delta is requested where more log rows are read than `maxLogRows`. */
  constructor(
    private readonly companyId: string,
    private readonly requestCompaction: RequestCompaction,
    private readonly maxLogRows = Number.POSITIVE_INFINITY,
  ) {}

  /** Refused with `resource_busy` after `loadWithinMs`. */
  countLogRows(rows: number): void {
    this.logRows += rows
    if (this.logRows > this.maxLogRows) this.request(null)
    this.checkTime()
  }

  /** Requested before the load has succeeded: it may take too long. */
  request(rebuilt: BaseName | null): void {
    this.requested ??= this.requestCompaction(this.companyId, rebuilt)
  }

  checkTime(): void {
    if (performance.now() < this.until) return
    throw new Refusal('resource_busy', 'The list is being prepared. Try again in a moment.')
  }

  /** Throws `BaseMadeError` where the head is another one than at the first call. */
  async lookForBase(findHead: () => Promise<Head | null>): Promise<void> {
    if (performance.now() < this.lookAt) return
    this.lookAt = performance.now() + lookAfterMs
    const base = (await findHead())?.base ?? null
    if (this.seen === undefined) this.seen = base
    else if (base !== null && base !== this.seen) throw new BaseMadeError()
  }

  /** Waits for the request. */
  async end(): Promise<void> {
    await this.requested
  }
}
