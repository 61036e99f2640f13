import type { SortValue } from '../../domain/list'
import { ulidLength } from '../../store/log/log-row'
import { countPassing } from './binary-search'
import { type Picks, pickValues } from './column-kind'
import type { Marks } from './marks'
import type { PackedRows, RowKind, RowTypes } from './row-kind'

/** Up to 8 192 rows sorted by id, in columns: a tenth of the memory of as many objects. Immutable. */
export class Segment<Types extends RowTypes> {
  /** 1 for each row that was not deleted. Made when it is needed: nearly all lists begin with it. */
  private present: Marks | null = null

  constructor(
    readonly kind: RowKind<Types>,
    readonly rows: PackedRows<Types>,
  ) {}

  /** The rows must be sorted by id, ascending. */
  static of<Types extends RowTypes>(kind: RowKind<Types>, rows: Types['row'][]): Segment<Types> {
    return new Segment(kind, {
      count: rows.length,
      ids: rows.map(({ id }) => id.slice(kind.prefix.length)).join(''),
      columns: kind.columns.pack(rows.map(kind.flatten)),
    })
  }

  get count(): number {
    return this.rows.count
  }

  getId(position: number): string {
    return this.kind.prefix + getUlid(this.rows, position)
  }

  get lastId(): string {
    return this.getId(this.count - 1)
  }

  /** The number of rows with a lower id. */
  findRank(id: string): number {
    return countPassing(this.count, (position) => this.getId(position) < id)
  }

  getRevision(position: number): number {
    return this.rows.columns.rev[position] ?? 0
  }

  getRow(position: number): Types['row'] {
    return this.kind.restore(this.getId(position), this.kind.columns.get(this.rows.columns, position))
  }

  listRows(): Types['row'][] {
    return Array.from({ length: this.count }, (_, position) => this.getRow(position))
  }

  getValue(position: number, field: string): SortValue {
    return this.kind.columns.getSortValue(this.rows.columns, field, position)
  }

  /** `marks` has one byte for each position: 1 for the rows that match. */
  markMatches(filter: Types['filter'], marks: Uint8Array): void {
    if (this.kind.wantsDeleted(filter)) marks.fill(1)
    else marks.set(this.getPresent())
    this.kind.keepMatches(this.rows, filter, marks)
  }

  /** The picked rows of this segment and of `second`. Their ids must be in ascending order. */
  pick(second: Segment<Types>, picks: Picks): Segment<Types> {
    return new Segment(this.kind, {
      count: picks.length,
      ids: pickValues(getUlid, this.rows, second.rows, picks).join(''),
      columns: this.kind.columns.pick(this.rows.columns, second.rows.columns, picks),
    })
  }

  get bytes(): number {
    const marks = this.present?.length ?? 0
    return this.rows.ids.length + this.kind.columns.countBytes(this.rows.columns) + marks
  }

  private getPresent(): Marks {
    this.present ??= markPresent(this.rows.columns.deleted_at)
    return this.present
  }
}

function getUlid({ ids }: { ids: string }, position: number): string {
  return ids.slice(position * ulidLength, (position + 1) * ulidLength)
}

function markPresent(deleted_at: Float64Array): Marks {
  const marks = new Uint8Array(deleted_at.length)
  for (let position = 0, { length } = marks; position < length; position++)
    if (deleted_at[position] === 0) marks[position] = 1
  return marks
}
