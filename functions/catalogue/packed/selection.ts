import { countPassing } from './binary-search'
import type { RowTypes } from './row-kind'
import type { Segments } from './segments'
import type { SortIndex } from './sort-index'

/**
 * The rows of a base that a filter selects, in one order. Making it looks at every row; a page of it then costs its
 * rows alone. Immutable, as the base is.
 */
export class Selection {
  /** `ranks`: the places of the rows in the sort index, ascending. */
  private constructor(private readonly ranks: Uint32Array) {}

  static of<Types extends RowTypes>(
    base: Segments<Types>,
    sortIndex: SortIndex<Types>,
    filter: Types['filter'],
  ): Selection {
    return new Selection(sortIndex.listRanks(base.markMatches(filter)))
  }

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
