import { compareCodePoints, compareValues, type SortValue } from '../../domain/list'
import { countPassing } from './binary-search'
import type { Marks } from './marks'
import type { RowTypes, Sort } from './row-kind'
import type { Segments } from './segments'

/** The positions of a base in the order of one field. Ties are sorted by id, the order of the positions. */
export class SortIndex<Types extends RowTypes> {
  /** Null if the rows are already in that order. */
  private readonly sorted: Uint32Array | null

  constructor(
    private readonly base: Segments<Types>,
    private readonly order: Sort,
  ) {
    this.sorted = this.sort()
  }

  get bytes(): number {
    return this.sorted?.byteLength ?? 0
  }

  getPosition(n: number): number {
    return this.sorted === null ? n : (this.sorted[n] ?? 0)
  }

  /** Of the marked positions, ascending. Without branches: a rank that is not meant is written over. */
  listRanks(marks: Marks): Uint32Array {
    const { sorted } = this
    const ranks = new Uint32Array(marks.length)
    let count = 0
    const { length } = marks
    if (sorted === null)
      for (let rank = 0; rank < length; rank++) {
        ranks[count] = rank
        count += marks[rank] ?? 0
      }
    else
      for (let rank = 0; rank < length; rank++) {
        ranks[count] = rank
        count += marks[sorted[rank] ?? 0] ?? 0
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
