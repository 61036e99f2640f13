import type { Item } from '../../domain/items/item'
import type { ItemFilter } from '../../domain/items/item-list'
import type { SortValue } from '../../domain/list'
import { ItemSegment, type SortField } from './item-segment'

export const itemsPerSegment = 8_192

/** Segments sorted by id. Positions count through all of them. Immutable. */
export class ItemSegments {
  readonly count: number
  private readonly starts: number[] = []

  constructor(readonly segments: ItemSegment[]) {
    let count = 0
    for (const segment of segments) {
      this.starts.push(count)
      count += segment.count
    }
    this.count = count
  }

  static of(items: Item[]): ItemSegments {
    return new ItemSegments(makeSegments(items))
  }

  /** The parts must be sorted and share no id. Unpacks at most one segment of items at a time. */
  static merge(parts: ItemSegments[]): ItemSegments {
    const heads = parts.filter(({ count }) => count > 0).map((part) => ({ part, position: 0, id: part.getId(0) }))
    const segments: ItemSegment[] = []
    let open: Item[] = []
    while (heads.length > 0) {
      const least = heads.reduce((a, b) => (a.id < b.id ? a : b))
      open.push(least.part.getItem(least.position++))
      if (least.position < least.part.count) least.id = least.part.getId(least.position)
      else heads.splice(heads.indexOf(least), 1)
      if (open.length === itemsPerSegment || heads.length === 0) segments.push(ItemSegment.of(open))
      if (open.length === itemsPerSegment) open = []
    }
    return new ItemSegments(segments)
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }

  getId(position: number): string {
    const [segment, at] = this.locate(position)
    return segment.getId(at)
  }

  getItem(position: number): Item {
    const [segment, at] = this.locate(position)
    return segment.getItem(at)
  }

  getRevision(position: number): number {
    const [segment, at] = this.locate(position)
    return segment.getRevision(at)
  }

  getValue(position: number, field: SortField): SortValue {
    const [segment, at] = this.locate(position)
    return segment.getValue(at, field)
  }

  listValues(field: SortField): SortValue[] {
    const values: SortValue[] = []
    for (const segment of this.segments)
      for (let position = 0; position < segment.count; position++) values.push(segment.getValue(position, field))
    return values
  }

  find(id: string): number | null {
    const index = findLastWhere(this.segments.length, (at) => (this.segments[at]?.getId(0) ?? '') <= id)
    const position = this.segments[index]?.findRank(id) ?? 0
    return this.segments[index]?.getId(position) === id ? position + (this.starts[index] ?? 0) : null
  }

  /** One byte for each position: 1 if the item matches the filter and is live, or in trash. */
  markMatches(filter: ItemFilter, where: 'live' | 'trash', now: number): Uint8Array {
    const marks = new Uint8Array(this.count)
    this.segments.forEach((segment, index) => {
      const start = this.starts[index] ?? 0
      segment.markMatches(filter, where, now, marks.subarray(start, start + segment.count))
    })
    return marks
  }

  /** Leaves out the items whose byte in `gone` is 1. Packs only the segments that change. */
  replaceItems(added: Item[], gone: Uint8Array): ItemSegments {
    if (this.segments.length === 0) return ItemSegments.of([...added].sort(compareById))
    const ofSegment = new Map<number, Item[]>()
    for (const item of added) {
      const index = findLastWhere(this.segments.length, (at) => (this.segments[at]?.getId(0) ?? '') <= item.id)
      ofSegment.set(index, [...(ofSegment.get(index) ?? []), item])
    }
    const segments = this.segments.flatMap((segment, index) => {
      const start = this.starts[index] ?? 0
      const lost = gone.subarray(start, start + segment.count)
      const own = ofSegment.get(index) ?? []
      if (own.length === 0 && !lost.includes(1)) return [segment]
      const kept = Array.from({ length: segment.count }, (_, position) => position).filter(
        (position) => lost[position] !== 1,
      )
      return makeSegments([...kept.map((position) => segment.getItem(position)), ...own].sort(compareById))
    })
    return new ItemSegments(segments)
  }

  get totalQuantity(): number {
    return this.segments.reduce((sum, { columns }) => columns.quantity.reduce((total, each) => total + each, sum), 0)
  }

  findChangedAfter(at: number): { id: string; rev: number }[] {
    return this.segments.flatMap((segment) => {
      const positions = Array.from({ length: segment.count }, (_, position) => position)
      const changed = positions.filter((position) => (segment.columns.updated_at[position] ?? 0) > at)
      return changed.map((position) => ({ id: segment.getId(position), rev: segment.getRevision(position) }))
    })
  }

  private locate(position: number): [segment: ItemSegment, position: number] {
    const index = findLastWhere(this.starts.length, (at) => (this.starts[at] ?? 0) <= position)
    const segment = this.segments[index]
    if (segment === undefined) throw new RangeError(`there is no position ${position}`)
    return [segment, position - (this.starts[index] ?? 0)]
  }
}

function makeSegments(items: Item[]): ItemSegment[] {
  const segments: ItemSegment[] = []
  for (let from = 0; from < items.length; from += itemsPerSegment)
    segments.push(ItemSegment.of(items.slice(from, from + itemsPerSegment)))
  return segments
}

/** 0 if there is none. `holds` must be true up to some index and false after it. */
function findLastWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** No two items share an id. */
function compareById(a: Item, b: Item): number {
  return a.id < b.id ? -1 : 1
}
