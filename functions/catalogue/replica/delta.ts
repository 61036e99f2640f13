import { type Delta, type Head, swapHead } from '../../store/catalogue/head'
import type { LogRow } from '../../store/log/log-row'
import type { Table } from '../../store/table/table'
import { makeUlid } from '../../store/time/ulids'
import type { RowTypes } from '../columns/segment'
import { Segments } from '../columns/segments'
import { chunksKeptMs, readSegments, writeSegments } from './base'
import type { CatalogueSource } from './source'

/** As many deltas of about the same size are merged. So each row is written again only a few times. */
const mergedAtOnce = 8
/** Larger ones are not: their rows would have to be unpacked. The next base takes them in. */
const maxMergedRows = 10_000

/** The last state of each row that the log names, on its way beside a base. In one delta, or in several parts. */
export class DeltaWriter<Types extends RowTypes> {
  private readonly changed = new Map<string, Types['row']>()
  /** Rows whose log rows do not say what became of them. */
  private readonly unread = new Set<string>()

  constructor(
    private readonly source: CatalogueSource<Types>,
    private lastHead: Head,
  ) {}

  /** With the parts that were written. */
  get head(): Head {
    return this.lastHead
  }

  /** The number of rows for the next delta. */
  get size(): number {
    return this.changed.size + this.unread.size
  }

  /** Log rows, the oldest first. */
  collect(logRows: LogRow[]): void {
    for (const logRow of logRows) {
      const change = this.source.parseChange(logRow)
      if (!change) continue
      const row = change.unpack(() => this.changed.get(change.id) ?? null)
      if (row) this.take(row)
      else this.unread.add(change.id)
    }
  }

  /**
   * Writes what was collected since the last part. `through`: everything that was settled then has been collected.
   * False if another base was made current meanwhile. Throws `DamageError` where a delta cannot be merged.
   */
  async write(table: Table, companyId: string, through: number): Promise<boolean> {
    for (const id of this.unread) {
      const row = await this.source.findRow(table, companyId, id)
      if (row) this.take(row)
    }
    const deltas = this.changed.size > 0 ? await this.append(table, companyId) : this.lastHead.deltas
    const head = { ...this.lastHead, deltas, through }
    const swapped = await swapHead(table, companyId, this.source.base, { seen: this.lastHead, head })
    this.lastHead = head
    this.changed.clear()
    this.unread.clear()
    return swapped
  }

  private take(row: Types['row']): void {
    if ((this.changed.get(row.id)?.rev ?? 0) < row.rev) this.changed.set(row.id, row)
  }

  /** Deltas whose chunks are no longer named expire. */
  private async append(table: Table, companyId: string): Promise<Delta[]> {
    const { deltas } = this.lastHead
    const now = table.now()
    const mergedRows = Math.min(mergedAtOnce * this.changed.size, maxMergedRows)
    const larger = deltas.findLastIndex(({ rows }) => rows > mergedRows)
    const small = deltas.slice(larger + 1)
    const merged = small.length < mergedAtOnce ? [] : small
    for (const delta of merged) {
      const segments = await readSegments(table, this.source.layout, { companyId, ...delta })
      for (const row of segments.listRows()) this.take(row)
    }
    const rows = [...this.changed.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const chunkSet = { companyId, name: makeUlid(now), expiresAt: now + chunksKeptMs }
    const { name, chunks } = await writeSegments(table, chunkSet, Segments.of(this.source.layout, rows))
    return [...deltas.slice(0, deltas.length - merged.length), { name, chunks, rows: rows.length }]
  }
}
