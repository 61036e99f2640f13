import type { Item } from '../../domain/items/item'
import type { ItemFilter } from '../../domain/items/item-list'
import type { SortValue } from '../../domain/list'
import { ItemSegment, type SortField } from './item-segment'

/** Rows of a segment at the most. */
export const segmentRows = 8_192

/** Segments in ascending order of their ids, their rows numbered through. Never changes. */
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

  /** Packs items, which must be in ascending order of their ids. */
  static of(items: Item[]): ItemSegments {
    return new ItemSegments(segmentsOf(items))
  }

  /** The rows of several, which share no id, in one order of ids; unpacks no more than a segment of them at a time. */
  static merged(parts: ItemSegments[]): ItemSegments {
    const heads = parts.filter(({ count }) => count > 0).map((part) => ({ part, row: 0, id: part.id(0) }))
    const segments: ItemSegment[] = []
    let open: Item[] = []
    while (heads.length > 0) {
      const least = heads.reduce((a, b) => (a.id < b.id ? a : b))
      open.push(least.part.item(least.row++))
      if (least.row < least.part.count) least.id = least.part.id(least.row)
      else heads.splice(heads.indexOf(least), 1)
      if (open.length === segmentRows || heads.length === 0) segments.push(ItemSegment.of(open))
      if (open.length === segmentRows) open = []
    }
    return new ItemSegments(segments)
  }

  /** About what it holds in memory, in bytes. */
  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }

  id(row: number): string {
    const [segment, at] = this.place(row)
    return segment.id(at)
  }

  item(row: number): Item {
    const [segment, at] = this.place(row)
    return segment.item(at)
  }

  rev(row: number): number {
    const [segment, at] = this.place(row)
    return segment.rev(at)
  }

  value(row: number, field: SortField): SortValue {
    const [segment, at] = this.place(row)
    return segment.value(at, field)
  }

  values(field: SortField): SortValue[] {
    const values: SortValue[] = []
    for (const segment of this.segments)
      for (let row = 0; row < segment.count; row++) values.push(segment.value(row, field))
    return values
  }

  /** The row of an id; null where there is none. */
  find(id: string): number | null {
    const index = lastWhere(this.segments.length, (at) => (this.segments[at]?.id(0) ?? '') <= id)
    const row = this.segments[index]?.rank(id) ?? 0
    return this.segments[index]?.id(row) === id ? row + (this.starts[index] ?? 0) : null
  }

  /** 1 for each row that passes the filter among those that are live, or in trash at `now`. */
  mark(filter: ItemFilter, where: 'live' | 'trash', now: number): Uint8Array {
    const marks = new Uint8Array(this.count)
    this.segments.forEach((segment, index) => {
      const start = this.starts[index] ?? 0
      segment.mark(filter, where, now, marks.subarray(start, start + segment.count))
    })
    return marks
  }

  /** The same with some rows gone and some items added: only the segments that they fall into are packed anew. */
  with(added: Item[], gone: Uint8Array): ItemSegments {
    if (this.segments.length === 0) return ItemSegments.of([...added].sort(byId))
    const ofSegment = new Map<number, Item[]>()
    for (const item of added) {
      const index = lastWhere(this.segments.length, (at) => (this.segments[at]?.id(0) ?? '') <= item.id)
      ofSegment.set(index, [...(ofSegment.get(index) ?? []), item])
    }
    const segments = this.segments.flatMap((segment, index) => {
      const start = this.starts[index] ?? 0
      const lost = gone.subarray(start, start + segment.count)
      const own = ofSegment.get(index) ?? []
      if (own.length === 0 && !lost.includes(1)) return [segment]
      const rows = Array.from({ length: segment.count }, (_, row) => row).filter((row) => lost[row] !== 1)
      return segmentsOf([...rows.map((row) => segment.item(row)), ...own].sort(byId))
    })
    return new ItemSegments(segments)
  }

  /** The quantities of all items together. */
  get totalQuantity(): number {
    return this.segments.reduce((sum, { columns }) => columns.quantity.reduce((total, each) => total + each, sum), 0)
  }

  /** The revision of each item that was changed after `at` (epoch milliseconds). */
  changedAfter(at: number): { id: string; rev: number }[] {
    return this.segments.flatMap((segment) => {
      const rows = Array.from({ length: segment.count }, (_, row) => row)
      const changed = rows.filter((row) => (segment.columns.updated_at[row] ?? 0) > at)
      return changed.map((row) => ({ id: segment.id(row), rev: segment.rev(row) }))
    })
  }

  private place(row: number): [segment: ItemSegment, row: number] {
    const index = lastWhere(this.starts.length, (at) => (this.starts[at] ?? 0) <= row)
    const segment = this.segments[index]
    if (segment === undefined) throw new RangeError(`there is no row ${row}`)
    return [segment, row - (this.starts[index] ?? 0)]
  }
}

function segmentsOf(items: Item[]): ItemSegment[] {
  const segments: ItemSegment[] = []
  for (let from = 0; from < items.length; from += segmentRows)
    segments.push(ItemSegment.of(items.slice(from, from + segmentRows)))
  return segments
}

/** The last index of `count` at which `holds`, which holds up to some index and not after; 0 where it never does. */
function lastWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function byId(a: Item, b: Item): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
