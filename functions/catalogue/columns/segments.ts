import { countPassing, type SortValue } from '../../domain/list'
import type { Bitmap } from './bitmap'
import { type ColumnLayout, type RowTypes, Segment } from './segment'

export const rowsPerSegment = 8_192

/** Segments sorted by id. Positions count through all of them. Immutable. */
export class Segments<Types extends RowTypes> {
  readonly count: number
  /** The empty text, which comes before every id, if there is no row. */
  readonly lastId: string
  private readonly starts: number[] = []

  constructor(
    readonly layout: ColumnLayout<Types>,
    readonly segments: Segment<Types>[],
  ) {
    let count = 0
    for (const segment of segments) {
      this.starts.push(count)
      count += segment.count
    }
    this.count = count
    this.lastId = segments.at(-1)?.lastId ?? ''
  }

  /** The rows must be sorted by id. */
  static of<Types extends RowTypes>(layout: ColumnLayout<Types>, rows: Types['row'][]): Segments<Types> {
    return new Segments(layout, makeSegments(layout, rows))
  }

  /** The ids of the segment must come after all others. Shares the segments: nothing is packed. */
  append(segment: Segment<Types>): Segments<Types> {
    return new Segments(this.layout, [...this.segments, segment])
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }

  getId(position: number): string {
    const [segment, at] = this.locate(position)
    return segment.getId(at)
  }

  getRow(position: number): Types['row'] {
    const [segment, at] = this.locate(position)
    return segment.getRow(at)
  }

  getRevision(position: number): number {
    const [segment, at] = this.locate(position)
    return segment.getRevision(at)
  }

  getValue(position: number, field: string): SortValue {
    const [segment, at] = this.locate(position)
    return segment.getValue(at, field)
  }

  listValues(field: string): SortValue[] {
    const values: SortValue[] = []
    for (const segment of this.segments)
      for (let position = 0; position < segment.count; position++) values.push(segment.getValue(position, field))
    return values
  }

  find(id: string): number | null {
    if (id > this.lastId) return null // as most new rows do: spares the search
    const index = this.findSegment(id)
    const position = this.segments[index]?.findRank(id) ?? 0
    return this.segments[index]?.getId(position) === id ? position + (this.starts[index] ?? 0) : null
  }

  listRows(): Types['row'][] {
    return this.segments.flatMap((segment) => segment.listRows())
  }

  /** Of the rows that match. */
  makeBitmap(filter: Types['filter']): Bitmap {
    const bitmap = new Uint8Array(this.count)
    this.segments.forEach((segment, index) => {
      const start = this.starts[index] ?? 0
      segment.setMatches(filter, bitmap.subarray(start, start + segment.count))
    })
    return bitmap
  }

  /** Leaves out the rows that are set in `gone`. Packs only the segments that change. */
  replaceRows(added: Types['row'][], gone: Bitmap): Segments<Types> {
    if (this.segments.length === 0) return Segments.of(this.layout, [...added].sort(compareById))
    const addedTo = this.segments.map((): Types['row'][] => [])
    for (const row of added) addedTo[this.findSegment(row.id)]?.push(row)
    const segments = this.segments.flatMap((segment, index) => {
      const start = this.starts[index] ?? 0
      const lost = gone.subarray(start, start + segment.count)
      const own = addedTo[index] ?? []
      if (own.length === 0 && !lost.includes(1)) return [segment]
      return repack(segment, Segment.of(this.layout, own.sort(compareById)), lost)
    })
    return new Segments(this.layout, segments)
  }

  /** Calls `visit` with each segment and its part of a bitmap, the last segments first. */
  visit(bitmap: Bitmap, visit: (segment: Segment<Types>, part: Bitmap) => void): void {
    for (let index = this.segments.length - 1; index >= 0; index--) {
      const [segment, start] = [this.segments[index], this.starts[index] ?? 0]
      if (segment) visit(segment, bitmap.subarray(start, start + segment.count))
    }
  }

  /** The ids and revisions of rows that have changed after the time (epoch milliseconds). */
  findChangedAfter(at: number): { id: string; rev: number }[] {
    return this.segments.flatMap((segment) => {
      const positions = Array.from({ length: segment.count }, (_, position) => position)
      const changed = positions.filter((position) => (segment.rows.columns.updated_at[position] ?? 0) > at)
      return changed.map((position) => ({ id: segment.getId(position), rev: segment.getRevision(position) }))
    })
  }

  private locate(position: number): [segment: Segment<Types>, position: number] {
    const index = findLastWhere(this.starts.length, (at) => (this.starts[at] ?? 0) <= position)
    const segment = this.segments[index]
    if (segment === undefined) throw new RangeError(`there is no position ${position}`)
    return [segment, position - (this.starts[index] ?? 0)]
  }

  private findSegment(id: string): number {
    return findLastWhere(this.segments.length, (at) => (this.segments[at]?.getId(0) ?? '') <= id)
  }
}

function makeSegments<Types extends RowTypes>(layout: ColumnLayout<Types>, rows: Types['row'][]): Segment<Types>[] {
  const segments: Segment<Types>[] = []
  for (let from = 0; from < rows.length; from += rowsPerSegment)
    segments.push(Segment.of(layout, rows.slice(from, from + rowsPerSegment)))
  return segments
}

/** Without the rows that are `gone`. Where there are too many for one segment, in parts of the same size. */
function repack<Types extends RowTypes>(
  segment: Segment<Types>,
  added: Segment<Types>,
  gone: Bitmap,
): Segment<Types>[] {
  const selection: number[] = []
  let position = 0
  const keepUntil = (end: number) => {
    for (; position < end; position++) if (gone[position] !== 1) selection.push(position)
  }
  for (let number = 0; number < added.count; number++) {
    keepUntil(segment.findRank(added.getId(number)))
    selection.push(~number)
  }
  keepUntil(segment.count)
  const partRows = Math.ceil(selection.length / Math.ceil(selection.length / rowsPerSegment))
  const parts: Segment<Types>[] = []
  for (let from = 0; from < selection.length; from += partRows)
    parts.push(segment.merge(added, Int32Array.from(selection.slice(from, from + partRows))))
  return parts
}

/** 0 if there is none. `holds` must be true up to some index and false after it. */
function findLastWhere(count: number, holds: (index: number) => boolean): number {
  return Math.max(0, countPassing(count, holds) - 1)
}

/** No two rows share an id. */
function compareById(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
