import type { Item } from '../../domain/items/item'
import type { TrashSort } from '../../domain/items/item-list'
import { compareCodePoints, compareValues, foldValue, parseSort, type SortValue } from '../../domain/list'
import type { SortField } from './item-segment'
import type { ItemSegments } from './item-segments'

/** The positions of a base in the order of one field. Ties are sorted by id, the order of the positions. */
export class SortIndex {
  private readonly field: SortField
  private readonly direction: 1 | -1
  /** Null if the items are already in that order. */
  private readonly sorted: Uint32Array | null

  constructor(
    private readonly base: ItemSegments,
    sort: TrashSort,
  ) {
    const { field, direction } = parseSort<SortField>(sort)
    this.field = field
    this.direction = direction
    this.sorted = this.sort()
  }

  get bytes(): number {
    return this.sorted?.byteLength ?? 0
  }

  getPosition(n: number): number {
    return this.sorted === null ? n : (this.sorted[n] ?? 0)
  }

  /** The number of items that come before an item which is not in the base. */
  findRank(item: Item): number {
    const value = foldValue(sortValue(item, this.field))
    let low = 0
    let high = this.base.count
    while (low < high) {
      const middle = (low + high) >> 1
      const position = this.getPosition(middle)
      const side =
        compareValues(this.base.getValue(position, this.field), value, this.direction) ||
        compareCodePoints(this.base.getId(position), item.id)
      if (side < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  private sort(): Uint32Array | null {
    const values = this.base.listValues(this.field)
    const compare = (a: number, b: number) =>
      compareValues(values[a] ?? null, values[b] ?? null, this.direction) || a - b
    if (values.every((_, position) => position === 0 || compare(position - 1, position) < 0)) return null
    return Uint32Array.from(values.keys()).sort(compare)
  }
}

function sortValue(item: Item, field: SortField): SortValue {
  const value = item[field]
  return field.endsWith('_at') && value !== null ? Date.parse(String(value)) : value
}
