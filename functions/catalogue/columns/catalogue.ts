import { compareCodePoints, type Page } from '../../domain/list'
import { BaseLists, type ListRequest } from './base-lists'
import type { Bitmap } from './bitmap'
import { countWords, type DictionaryColumn } from './dictionary-column'
import { RowMap } from './row-map'
import type { ColumnLayout, RowTypes, Segment } from './segment'
import { Segments } from './segments'

/** Changes are kept next to the packed base until there are this many. */
const foldAt = 2_000

/** A packed base and the changes since, in any order and more than once: the highest `rev` of a row wins. */
export class Catalogue<Types extends RowTypes> {
  private readonly layout: ColumnLayout<Types>
  private readonly changed = new RowMap<Types['row']>()
  /** The positions of the base that changes have replaced. */
  private readonly replaced = new Set<number>()
  private lists: BaseLists<Types>

  constructor(private base: Segments<Types>) {
    this.layout = base.layout
    this.lists = new BaseLists(base)
  }

  static of<Types extends RowTypes>(layout: ColumnLayout<Types>, rows: Types['row'][]): Catalogue<Types> {
    return new Catalogue(
      Segments.of(
        layout,
        [...rows].sort((a, b) => compareCodePoints(a.id, b.id)),
      ),
    )
  }

  /** Includes rows that no list shows. A row of the base that has changed since is counted twice. */
  get size(): number {
    return this.base.count + this.changed.size
  }

  get bytes(): number {
    return this.base.bytes + this.lists.bytes + this.changed.bytes
  }

  /** 0 if the row is unknown. */
  getRevision(id: string): number {
    const changed = this.changed.get(id)
    const position = changed ? null : this.base.find(id)
    return changed?.rev ?? (position === null ? 0 : this.base.getRevision(position))
  }

  find(id: string): Types['row'] | null {
    const changed = this.changed.get(id)
    const position = changed ? null : this.base.find(id)
    return changed ?? (position === null ? null : this.base.getRow(position))
  }

  apply(row: Types['row']): void {
    if (this.getRevision(row.id) >= row.rev) return
    const position = this.base.find(row.id)
    if (position !== null) this.replaced.add(position)
    this.changed.set(row.id, row)
  }

  /** Segments of rows that come after all others, as imports make them, are taken as they are. */
  applyAll({ segments }: Segments<Types>): void {
    for (const segment of segments)
      if (this.comesLast(segment.getId(0))) this.replaceBase(this.base.append(segment))
      else for (const row of segment.listRows()) this.apply(row)
  }

  private comesLast(id: string): boolean {
    return id > this.base.lastId && [...this.changed.keys()].every((changed) => changed < id)
  }

  private replaceBase(base: Segments<Types>): void {
    this.base = base
    this.lists = new BaseLists(base)
  }

  /** Packs the changes once there are `foldAt`. Drops those that no list shows any more. */
  fold(now: number): void {
    if (this.changed.size < foldAt) return
    const kept = [...this.changed.values()].filter((row) => !this.layout.isGone(row, now))
    this.replaceBase(this.base.replaceRows(kept, this.setReplaced(new Uint8Array(this.base.count))))
    this.replaced.clear()
    this.changed.clear()
  }

  /** The ids and revisions of rows that have changed after the time (epoch milliseconds). */
  findChangedAfter(at: number): { id: string; rev: number }[] {
    const changed = [...this.changed.values()].filter(({ updated_at }) => Date.parse(updated_at) > at)
    const packed = this.base.findChangedAfter(at).filter(({ id }) => !this.changed.has(id))
    return [...packed, ...changed.map(({ id, rev }) => ({ id, rev }))]
  }

  /** All that match. The catalogue itself does not change. */
  select(filter: Types['filter']): Segments<Types> {
    const gone = this.setReplaced(this.base.makeBitmap(filter).map((matches) => 1 - matches))
    return this.base.replaceRows(this.layout.listMatches([...this.changed.values()], filter), gone)
  }

  list(request: ListRequest<Types>): Page<Types['row']> {
    return this.lists.list(request, { changed: [...this.changed.values()], replaced: this.replaced })
  }

  /** The sum of a column over all that match. `measure`: the same of a row. A million rows take some milliseconds. */
  sum(
    filter: Types['filter'],
    choose: (columns: Types['columns']) => ArrayLike<number>,
    measure: (row: Types['row']) => number,
  ): number {
    let sum = 0
    const changed = this.visit(filter, ({ rows, count }, matches) => {
      const column = choose(rows.columns)
      for (let position = 0; position < count; position++) if (matches[position] === 1) sum += column[position] ?? 0
    })
    return changed.reduce((total, row) => total + measure(row), sum)
  }

  /**
   * All that match, without making a list of them: calls `visit` with each packed segment, the last ones first, and a
   * bitmap of those that match. Returns those that are not packed.
   */
  visit(filter: Types['filter'], visit: (segment: Segment<Types>, matches: Bitmap) => void): Types['row'][] {
    const matches = this.base.makeBitmap(filter)
    for (const position of this.replaced) matches[position] = 0
    this.base.visit(matches, visit)
    return this.layout.listMatches([...this.changed.values()], filter)
  }

  /** How many of those that match have each word of a column. `read`: the word of a row that is not packed. */
  countWords(
    filter: Types['filter'],
    choose: (columns: Types['columns']) => DictionaryColumn,
    read: (row: Types['row']) => string | null,
  ): Map<string, number> {
    const counts = new Map<string, number>()
    const changed = this.visit(filter, ({ rows }, matches) => countWords(choose(rows.columns), matches, counts))
    for (const word of changed.flatMap((row) => read(row) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }

  private setReplaced(bitmap: Bitmap): Bitmap {
    for (const position of this.replaced) bitmap[position] = 1
    return bitmap
  }
}
