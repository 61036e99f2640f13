import { compareCodePoints, compareValues, countPassing, type SortOrder, type SortValue } from '../../domain/list'
import type { Bitmap } from './bitmap'

/** What a sort index must know of rows. Their positions are in the order of their ids. */
type SortedRows = {
  count: number
  getId(position: number): string
  getValue(position: number, field: string): SortValue
  listValues(field: string): SortValue[]
}

/** The positions of a base in the order of one field. Ties are sorted by id, the order of the positions. */
export class SortIndex {
  /** Null if the rows are already in that order. */
  private readonly sorted: Uint32Array | null

  constructor(
    private readonly base: SortedRows,
    private readonly order: SortOrder,
  ) {
    this.sorted = this.sort()
  }

  get bytes(): number {
    return this.sorted?.byteLength ?? 0
  }

  getPosition(n: number): number {
    return this.sorted === null ? n : (this.sorted[n] ?? 0)
  }

  /** Of the positions that are set, ascending. Without branches: a rank that is not meant is written over. */
  listRanks(bitmap: Bitmap): Uint32Array {
    const { sorted } = this
    const ranks = new Uint32Array(bitmap.length)
    let count = 0
    const { length } = bitmap
    if (sorted === null)
      for (let rank = 0; rank < length; rank++) {
        ranks[count] = rank
        count += bitmap[rank] ?? 0
      }
    else
      for (let rank = 0; rank < length; rank++) {
        ranks[count] = rank
        count += bitmap[sorted[rank] ?? 0] ?? 0
      }
    return ranks.slice(0, count)
  }

  /** The number of rows that come before one which is not in the base. */
  findRank(value: SortValue, id: string): number {
    const { field, direction } = this.order
    return countPassing(this.base.count, (rank) => {
      const position = this.getPosition(rank)
      const side =
        compareValues(this.base.getValue(position, field), value, direction) ||
        compareCodePoints(this.base.getId(position), id)
      return side < 0
    })
  }

  private sort(): Uint32Array | null {
    const { field, direction } = this.order
    const values = this.base.listValues(field)
    const compare = (a: number, b: number) => compareValues(values[a] ?? null, values[b] ?? null, direction) || a - b
    if (values.every((_, position) => position === 0 || compare(position - 1, position) < 0)) return null
    return Uint32Array.from(values.keys()).sort(compare)
  }
}

/**
 * The rows of a base that a filter selects, in one order. Making it looks at every row; a page of it then costs its
 * rows alone. Immutable, as the base is.
 */
export class Selection {
  /** `ranks`: the places of the rows in the sort index, ascending. */
  constructor(private readonly ranks: Uint32Array) {}

  get count(): number {
    return this.ranks.length
  }

  get bytes(): number {
    return this.ranks.byteLength
  }

  getRank(index: number): number {
    return this.ranks[index] ?? 0
  }

  /** The number of selected rows before the rank. */
  findIndex(rank: number): number {
    return countPassing(this.ranks.length, (index) => this.getRank(index) < rank)
  }
}
