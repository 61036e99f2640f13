import { Refusal } from '../../domain/errors'
import type { BaseName } from '../../store/catalogue/head'
import { loadWithinMs } from '../../store/time/timing'

/** Requests that the base is made anew from its rows; without one, deltas for all bases. */
export type RequestCompaction = (companyId: string, base: BaseName | null) => Promise<void>

/** What a reader does beside reading: it requests a compaction once, and gives up in time for an answer. */
export class Loading {
  private readonly until = performance.now() + loadWithinMs
  private readonly requests = new Map<BaseName | null, Promise<void>>()
  private logRows = 0

  /**
   * A delta is requested where more log rows are read than `maxLogRows`. A reader that cannot request anything
   * (`requestCompaction` is null) takes the time that it needs.
   */
  constructor(
    private readonly companyId: string,
    private readonly requestCompaction: RequestCompaction | null,
    private readonly maxLogRows = Number.POSITIVE_INFINITY,
  ) {}

  /** Refused with `resource_busy` after `loadWithinMs`. */
  noteLogRows(rows: number): void {
    this.logRows += rows
    if (this.logRows > this.maxLogRows) this.requestDeltas()
    this.checkTime()
  }

  requestDeltas(): void {
    this.request(null)
  }

  requestBase(base: BaseName): void {
    this.request(base)
  }

  /** Once, and before the load has succeeded: it may take too long. */
  private request(base: BaseName | null): void {
    if (this.requestCompaction === null || this.requests.has(base)) return
    this.requests.set(base, this.requestCompaction(this.companyId, base))
  }

  checkTime(): void {
    if (this.requestCompaction === null || performance.now() < this.until) return
    throw new Refusal('resource_busy', 'The list is being prepared. Try again in a moment.')
  }

  /** Waits for the requests. */
  async end(): Promise<void> {
    await Promise.all(this.requests.values())
  }
}
