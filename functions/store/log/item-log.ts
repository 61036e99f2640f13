import type { Item } from '../../domain/items/item'
import { byResource, makeResource } from '../table/schema'
import { collectPages, type Table } from '../table/table'
import { settledAfterMs } from '../time/timing'
import { getTime, type LogRange, makeReversalMarker, queryResource, readLog } from './log-reader'
import type { LogRow } from './log-row'

/** The log rows of one item, within a range of times. */
export type ItemLogRange = { companyId: string; itemId: string; since?: number | undefined; until?: number | undefined }

/**
 * The log rows of an item, newest first, in pages. They come from the index. The item's row, read strongly before,
 * names its newest revision, and revisions have no gaps. So it shows where the index lags behind. Only then is the log
 * read: its unsettled part. `item` is null where it has no row: then its last change is long settled.
 */
export async function* readItemLog(
  table: Table,
  range: ItemLogRange,
  { item, pageRows }: { item: Item | null; pageRows?: number | undefined },
): AsyncGenerator<LogRow[]> {
  const reading = new ItemLogReading(table, range, pageRows)
  if (item === null || reading.isSettled(Date.parse(item.updated_at))) yield* reading.readIndex(range)
  else if (range.until !== undefined) yield* reading.readFromLog()
  else yield* reading.readFromIndex(item.rev)
}

class ItemLogReading {
  private readonly resource: string
  private readonly settledUntil: number
  /** Of what was read: a reversal can be visible in the index before the mark on the row that it reverses. */
  private readonly reversals: LogRow[] = []

  constructor(
    private readonly table: Table,
    private readonly range: ItemLogRange,
    private readonly pageRows: number | undefined,
  ) {
    this.resource = makeResource('item', range.companyId, range.itemId)
    this.settledUntil = table.now() - settledAfterMs
  }

  isSettled(time: number): boolean {
    return time < this.settledUntil
  }

  readIndex(range: LogRange, pageRows = this.pageRows): AsyncGenerator<LogRow[]> {
    return queryResource(this.table, this.resource, range, { pageRows })
  }

  /** `newest` is the item's revision. Goes on from the log where a revision is missing. */
  async *readFromIndex(newest: number): AsyncGenerator<LogRow[]> {
    let above: Above = { rev: newest + 1, sk: null, settled: false }
    for await (const page of this.readIndex(this.range)) {
      const gap = this.findGap(page, above)
      yield this.mark(page.slice(0, gap))
      above = this.describe(page[gap - 1]) ?? above
      if (gap < page.length) return yield* this.readFromLog(above.sk)
    }
    // Where no row is settled, the oldest can be missing.
    if (!above.settled && above.rev - 1 !== (await this.findRevisionBefore())) yield* this.readFromLog(above.sk)
  }

  /** The unsettled rows from the log, the others from the index. `before` is a sort key, or null for all. */
  async *readFromLog(before: string | null = null): AsyncGenerator<LogRow[]> {
    const { companyId, since = -1, until = Number.POSITIVE_INFINITY } = this.range
    const unsettledFrom = Math.max(since, this.settledUntil - 1)
    const all = await collectPages(readLog(this.table, { companyId, since: unsettledFrom }))
    // To the end of the log: a row after the range can reverse one within it.
    const own = this.mark(all.filter((row) => row[byResource.partition] === this.resource))
    yield own.filter((row) => getTime(row) <= until && (before === null || row.sk < before))
    for await (const page of this.readIndex({ ...this.range, until: Math.min(until, this.settledUntil - 1) }))
      yield this.mark(page)
  }

  /** The position of the first row before which a revision is missing, or the length. Settled rows are all there. */
  private findGap(page: LogRow[], above: Above): number {
    let last = above
    for (const [position, row] of page.entries()) {
      if (last.settled) break
      // The newest row can be newer than the item that was read.
      if (last.sk === null ? row.rev < last.rev - 1 : row.rev !== last.rev - 1) return position
      last = this.describe(row) ?? last
    }
    return page.length
  }

  private describe(row: LogRow | undefined): Above | null {
    return row === undefined ? null : { rev: row.rev, sk: row.sk, settled: this.isSettled(getTime(row)) }
  }

  /** The revision of the last row before the range. 0 where there is none. */
  private async findRevisionBefore(): Promise<number> {
    const { companyId, since } = this.range
    if (since === undefined) return 0
    for await (const [row] of this.readIndex({ companyId, until: since }, 1)) return row?.rev ?? 0
    return 0
  }

  private mark(rows: LogRow[]): LogRow[] {
    this.reversals.push(...rows.filter((row) => row.reversal_of !== undefined))
    return rows.map(makeReversalMarker(this.reversals))
  }
}

/** What was read last: the row above the next one. `sk` is null before the first. */
type Above = { rev: number; sk: string | null; settled: boolean }
