import { type Item, isInTrash, isPurged } from '../../domain/items/item'
import { type ItemFilter, makeItemComparator, makeItemMatcher, type TrashSort } from '../../domain/items/item-list'
import { compareCodePoints, type Page, type PageRequest } from '../../domain/list'
import { RowMap } from '../row-map'
import { ItemSegments } from './item-segments'
import { SortIndex } from './sort-index'

/** Changes are kept next to the packed base until there are this many. */
const foldAt = 2_000

export type ItemListRequest = ItemFilter & PageRequest & { sort: TrashSort }

/** A packed base and the changes since, in any order and more than once: the highest `rev` of an item wins. */
export class ItemCatalogue {
  private readonly changed = new RowMap<Item>()
  /** 1 for each position of the base that a change has replaced. */
  private replaced: Uint8Array
  private readonly sortIndexes = new Map<TrashSort, SortIndex>()

  constructor(private base: ItemSegments) {
    this.replaced = new Uint8Array(base.count)
  }

  static of(items: Item[]): ItemCatalogue {
    return new ItemCatalogue(ItemSegments.of([...items].sort((a, b) => compareCodePoints(a.id, b.id))))
  }

  /** Includes items in trash. An item of the base that has changed since is counted twice. */
  get size(): number {
    return this.base.count + this.changed.size
  }

  get bytes(): number {
    const indexBytes = [...this.sortIndexes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    return this.base.bytes + this.replaced.length + indexBytes + this.changed.bytes
  }

  /** 0 if the item is unknown. */
  getRevision(id: string): number {
    const changed = this.changed.get(id)
    const position = changed ? null : this.base.find(id)
    return changed?.rev ?? (position === null ? 0 : this.base.getRevision(position))
  }

  apply(item: Item): void {
    if (this.getRevision(item.id) >= item.rev) return
    const position = this.base.find(item.id)
    if (position !== null) this.replaced[position] = 1
    this.changed.set(item.id, item)
  }

  /** Packs the changes once there are `foldAt`. Drops changed items that are purged. */
  fold(now: number): void {
    if (this.changed.size < foldAt) return
    const kept = [...this.changed.values()].filter((item) => !isPurged(item, now))
    this.base = this.base.replaceItems(kept, this.replaced)
    this.replaced = new Uint8Array(this.base.count)
    this.changed.clear()
    this.sortIndexes.clear()
  }

  /** All live items. The catalogue itself does not change. */
  foldLive(): ItemSegments {
    const gone = this.base
      .markMatches({}, 'live', 0)
      .map((mark, position) => (mark === 1 && this.replaced[position] !== 1 ? 0 : 1))
    return this.base.replaceItems(
      [...this.changed.values()].filter((item) => !isInTrash(item)),
      gone,
    )
  }

  list(request: ItemListRequest, where: 'live' | 'trash', now: number): Page<Item> {
    const { limit, offset, sort } = request
    const marks = this.base.markMatches(request, where, now)
    let total = 0
    for (let position = 0; position < marks.length; position++) {
      if (this.replaced[position] === 1) marks[position] = 0
      total += marks[position] ?? 0
    }
    const there = (item: Item) => (where === 'live' ? !isInTrash(item) : isInTrash(item) && !isPurged(item, now))
    const changed = [...this.changed.values()]
      .filter(there)
      .filter(makeItemMatcher(request))
      .sort(makeItemComparator(sort))
    total += changed.length
    return { rows: offset < total ? this.mergePage(marks, changed, request) : [], total, limit, offset }
  }

  private mergePage(marks: Uint8Array, changed: Item[], { limit, offset, sort }: ItemListRequest): Item[] {
    const sortIndex = this.getSortIndex(sort)
    const ranks = changed.map((item) => sortIndex.findRank(item))
    const items: Item[] = []
    let passed = 0
    let next = 0
    for (let rank = 0; rank <= this.base.count && items.length < limit; rank++) {
      for (; ranks[next] === rank && items.length < limit; next++, passed++) {
        const item = changed[next]
        if (passed >= offset && item) items.push(item)
      }
      const position = sortIndex.getPosition(rank)
      if (rank === this.base.count || marks[position] !== 1 || items.length >= limit) continue
      if (passed++ >= offset) items.push(this.base.getItem(position))
    }
    return items
  }

  private getSortIndex(sort: TrashSort): SortIndex {
    const sortIndex = this.sortIndexes.get(sort) ?? new SortIndex(this.base, sort)
    this.sortIndexes.set(sort, sortIndex)
    return sortIndex
  }
}
