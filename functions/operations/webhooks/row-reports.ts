import { makeReport, type PublishReport } from '../log/publish-rows'

/** What says that a row is at fault, not what it was sent to: it cannot be read, or is larger than rows may be. */
const faults = ['ZodError', 'TypeError', 'SyntaxError', 'ValidationException']

/** Collects what becomes of the rows of a batch, by their places. */
export class RowReports {
  private readonly failed = new Map<number, Error>()
  private readonly left = new Set<number>()
  private lastError = ''

  /** What `work` throws is said of these rows. */
  async guard(indexes: number[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (faults.includes(error.name)) this.fail(indexes, error)
      else this.leave(indexes, String(error))
    }
  }

  /** They fail alone: sent again, they would fail again. */
  fail(indexes: number[], error: Error): void {
    for (const index of indexes) this.failed.set(index, error)
  }

  /** They are to be sent again. */
  leave(indexes: number[], reason: string): void {
    for (const index of indexes) this.left.add(index)
    if (indexes.length > 0) this.lastError = reason
  }

  sum(): PublishReport {
    return makeReport(this.failed, this.left.size > 0 ? Math.min(...this.left) : null, this.lastError)
  }
}

/** What has become of the same rows in two places. What is to be sent again in one of them is sent again to both. */
export function combineReports(a: PublishReport, b: PublishReport): PublishReport {
  const places = [a.untaken, b.untaken].filter((place) => place !== null)
  const untaken = places.length > 0 ? Math.min(...places) : null
  const failed = new Map([...b.failed, ...a.failed].map(({ index, error }) => [index, error]))
  return makeReport(failed, untaken, [a.lastError, b.lastError].filter((error) => error !== '').join('; '))
}
