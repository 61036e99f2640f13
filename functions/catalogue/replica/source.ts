import type { BaseName } from '../../store/catalogue/head'
import { runConcurrently } from '../../store/concurrently'
import type { LogRow } from '../../store/log/log-row'
import type { ReadUsage, Table } from '../../store/table/table'
import { type ColumnLayout, type RowTypes, Segment } from '../columns/segment'
import { rowsPerSegment, Segments } from '../columns/segments'

/** Where the rows of one kind are read from. */
export interface CatalogueSource<Types extends RowTypes> {
  layout: ColumnLayout<Types>
  base: BaseName
  /** The pages of each partition, strongly consistent. Rows are in the order of their ids. */
  readPartitions(table: Table, companyId: string, usage?: ReadUsage): AsyncIterable<Types['row'][]>[]
  /** What of a log row `parseChange` needs, and `sk`. */
  logColumns: readonly (keyof LogRow)[]
  /** Null for log rows of other kinds. */
  parseChange(row: LogRow): RowChange<Types['row']> | null
  /** Strongly consistent. For changes whose log row does not say what became of the row. */
  findRow(table: Table, companyId: string, id: string): Promise<Types['row'] | null>
}

/** `previousAt`: the time of the previous revision, in epoch milliseconds, or null where it is not known. */
export interface RowChange<Changed> {
  id: string
  rev: number
  previousAt: number | null
  /** Null where the row has to be read. `known` is the row before the change, or null where it is not known. */
  unpack(known: () => Changed | null): Changed | null
}

/** Reads and packs all rows, strongly consistent. */
export function packRows<Types extends RowTypes>(
  table: Table,
  companyId: string,
  { layout, readPartitions }: CatalogueSource<Types>,
  usage?: ReadUsage,
): Promise<Segments<Types>> {
  return packPartitions(layout, readPartitions(table, companyId, usage))
}

/** Packs rows as they arrive. Each partition has its rows in the order of their ids. */
export async function packPartitions<Types extends RowTypes>(
  layout: ColumnLayout<Types>,
  partitions: AsyncIterable<Types['row'][]>[],
): Promise<Segments<Types>> {
  const merged = new MergedPartitions(partitions)
  const segments: Segment<Types>[] = []
  for (let rows = await merged.read(rowsPerSegment); rows.length > 0; rows = await merged.read(rowsPerSegment))
    segments.push(Segment.of(layout, rows))
  return new Segments(layout, segments)
}

/** One page is on its way while another is parsed. More would only wait for each other, and may time out. */
const partitionsAtOnce = 2
/** A partition that has fewer rows left is read on as soon as another one has none. */
const fewRows = 500
/** Sorts after every id. */
const endOfIds = '~'

type Identified = { id: string }

/** The rows of several partitions, in the order of their ids. Of each partition, about one page is in memory. */
export class MergedPartitions<Row extends Identified> {
  private readonly partitions: Partition<Row>[]

  /** The pages of each partition. Its rows must be in the order of their ids. */
  constructor(partitions: AsyncIterable<Row[]>[]) {
    this.partitions = partitions.map((pages) => new Partition(pages[Symbol.asyncIterator]()))
  }

  /** The next `count` rows. Fewer only at the end. */
  async read(count: number): Promise<Row[]> {
    const rows: Row[] = []
    for (;;) {
      const first = this.partitions.reduce((a, b) => (a.nextId <= b.nextId ? a : b))
      if (rows.length === count || first.nextId === endOfIds) return rows
      const row = first.take()
      if (row) rows.push(row)
      else await this.readPages()
    }
  }

  private readPages(): Promise<void> {
    const low = this.partitions.filter(({ isLow }) => isLow)
    return runConcurrently(low, partitionsAtOnce, (partition) => partition.readPage())
  }
}

class Partition<Row extends Identified> {
  private rows: Row[] = []
  private at = 0
  private ended = false

  constructor(private readonly pages: AsyncIterator<Row[]>) {}

  /** Empty where it is not known yet: before all others. */
  get nextId(): string {
    return this.rows[this.at]?.id ?? (this.ended ? endOfIds : '')
  }

  get isLow(): boolean {
    return !this.ended && this.rows.length - this.at < fewRows
  }

  /** Null where a page has to be read first. */
  take(): Row | null {
    const row = this.rows[this.at] ?? null
    if (row) this.at += 1
    return row
  }

  async readPage(): Promise<void> {
    const { value, done } = await this.pages.next()
    this.rows = [...this.rows.slice(this.at), ...(done ? [] : value)]
    this.at = 0
    this.ended = done === true
  }
}
