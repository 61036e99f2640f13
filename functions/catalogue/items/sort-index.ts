import type { Item } from '../../domain/items/item'
import type { TrashSort } from '../../domain/items/item-list'
import { byCodePoints, byValue, foldedValue, type SortValue, sortOrder } from '../../domain/list'
import type { SortField } from './item-segment'
import type { ItemSegments } from './item-segments'

/** The rows of a packed base in the order of one field; ties by id, in which the rows stand. */
export class SortIndex {
  private readonly field: SortField
  private readonly direction: 1 | -1
  /** Row numbers in order; null where that is as they stand. */
  private readonly sorted: Uint32Array | null

  constructor(
    private readonly base: ItemSegments,
    sort: TrashSort,
  ) {
    const { field, direction } = sortOrder<SortField>(sort)
    this.field = field
    this.direction = direction
    this.sorted = this.sort()
  }

  /** What it takes in memory, in bytes. */
  get bytes(): number {
    return this.sorted?.byteLength ?? 0
  }

  /** The number of the row that is nth in order. */
  row(n: number): number {
    return this.sorted === null ? n : (this.sorted[n] ?? 0)
  }

  /** How many rows come before an item that is in none of them. */
  position(item: Item): number {
    const value = foldedValue(sortValue(item, this.field))
    let low = 0
    let high = this.base.count
    while (low < high) {
      const middle = (low + high) >> 1
      const row = this.row(middle)
      const side =
        byValue(this.base.value(row, this.field), value, this.direction) || byCodePoints(this.base.id(row), item.id)
      if (side < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  private sort(): Uint32Array | null {
    const values = this.base.values(this.field)
    const compare = (a: number, b: number) => byValue(values[a] ?? null, values[b] ?? null, this.direction) || a - b
    if (values.every((_, row) => row === 0 || compare(row - 1, row) < 0)) return null
    return Uint32Array.from(values.keys()).sort(compare)
  }
}

function sortValue(item: Item, field: SortField): SortValue {
  const value = item[field]
  return field.endsWith('_at') && value !== null ? Date.parse(String(value)) : value
}
