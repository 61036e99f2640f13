import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { byField, type ItemFilter, matches, type TrashSort } from '../../domain/items/item-list'
import { byCodePoints, type Page, type PageRequest } from '../../domain/list'
import { RowMap } from '../row-map'
import { ItemSegments } from './item-segments'
import { SortIndex } from './sort-index'

/** Changes are kept beside the packed base until there are so many. */
const foldAt = 2_000

export type ItemListRequest = ItemFilter & PageRequest & { sort: TrashSort }

/**
 * All items of a company in memory: a packed base, and beside it what has changed since. Changes may come in any order and however
 * often: the highest `rev` of each item wins.
 */
export class ItemCatalogue {
  private readonly changed = new RowMap<Item>()
  /** 1 for the rows of the base that a change has replaced. */
  private replaced: Uint8Array
  private readonly orders = new Map<TrashSort, SortIndex>()

  constructor(private base: ItemSegments) {
    this.replaced = new Uint8Array(base.count)
  }

  static of(items: Item[]): ItemCatalogue {
    return new ItemCatalogue(ItemSegments.of([...items].sort((a, b) => byCodePoints(a.id, b.id))))
  }

  /** How many rows it holds: items, those in trash included, and once more those that have changed. */
  get size(): number {
    return this.base.count + this.changed.size
  }

  /** How many items have changed since they were packed. */
  get changes(): number {
    return this.changed.size
  }

  /** About what it takes in memory, in bytes. */
  get bytes(): number {
    const orders = [...this.orders.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    return this.base.bytes + this.replaced.length + orders + this.changed.bytes
  }

  /** The revision of the item that is known; 0 for an unknown item. */
  rev(id: string): number {
    const changed = this.changed.get(id)
    const row = changed ? null : this.base.find(id)
    return changed?.rev ?? (row === null ? 0 : this.base.rev(row))
  }

  /** Takes an item as it was after a change, unless a later change is known. */
  apply(item: Item): void {
    if (this.rev(item.id) >= item.rev) return
    const row = this.base.find(item.id)
    if (row !== null) this.replaced[row] = 1
    this.changed.set(item.id, item)
  }

  /** Packs what has changed once it is much. Items whose time in trash is over at `now` (epoch milliseconds) go. */
  fold(now: number): void {
    if (this.changed.size < foldAt) return
    const kept = [...this.changed.values()].filter((item) => !isPurged(item, now))
    this.base = this.base.with(kept, this.replaced)
    this.replaced = new Uint8Array(this.base.count)
    this.changed.clear()
    this.orders.clear()
  }

  /** The items that are live, packed. */
  live(): ItemSegments {
    const gone = this.base.mark({}, 'live', 0).map((mark, row) => (mark === 1 && this.replaced[row] !== 1 ? 0 : 1))
    return this.base.with(
      [...this.changed.values()].filter((item) => !isInTrash(item)),
      gone,
    )
  }

  /** One page of the items that are live, or in trash, at `now` and pass the filter. */
  list(request: ItemListRequest, where: 'live' | 'trash', now: number): Page<Item> {
    const { limit, offset, sort } = request
    const marks = this.base.mark(request, where, now)
    let total = 0
    for (let row = 0; row < marks.length; row++) {
      if (this.replaced[row] === 1) marks[row] = 0
      total += marks[row] ?? 0
    }
    const there = (item: Item) => (where === 'live' ? !isInTrash(item) : isInTrash(item) && !isPurged(item, now))
    const changed = [...this.changed.values()].filter(there).filter(matches(request)).sort(byField(sort))
    total += changed.length
    return { rows: offset < total ? this.merged(marks, changed, request) : [], total, limit, offset }
  }

  /** The rows of a page, from the marked rows of the base and the changed items, both in order. */
  private merged(marks: Uint8Array, changed: Item[], { limit, offset, sort }: ItemListRequest): Item[] {
    const order = this.orderBy(sort)
    const places = changed.map((item) => order.position(item))
    const rows: Item[] = []
    let position = 0
    let next = 0
    for (let n = 0; n <= this.base.count && rows.length < limit; n++) {
      for (; places[next] === n && rows.length < limit; next++, position++) {
        const item = changed[next]
        if (position >= offset && item) rows.push(item)
      }
      const row = order.row(n)
      if (n === this.base.count || marks[row] !== 1 || rows.length >= limit) continue
      if (position++ >= offset) rows.push(this.base.item(row))
    }
    return rows
  }

  private orderBy(sort: TrashSort): SortIndex {
    const order = this.orders.get(sort) ?? new SortIndex(this.base, sort)
    this.orders.set(sort, order)
    return order
  }
}
