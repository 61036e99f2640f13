import { compareCodePoints, compareValues, type Page, type PageRequest, type SortValue } from '../../domain/list'
import { RowMap } from '../row-map'
import { countMarks } from './marks'
import type { RowKind, RowTypes } from './row-kind'
import { Segments } from './segments'
import { SortIndex } from './sort-index'

/** Changes are kept next to the packed base until there are this many. */
const foldAt = 2_000

export type CatalogueRequest<Types extends RowTypes> = Types['filter'] & PageRequest & { sort: Types['sort'] }
/** A row that is not packed, and what it is sorted by. */
type Changed<Types extends RowTypes> = { row: Types['row']; value: SortValue }

/** A packed base and the changes since, in any order and more than once: the highest `rev` of a row wins. */
export class Catalogue<Types extends RowTypes> {
  private readonly kind: RowKind<Types>
  private readonly changed = new RowMap<Types['row']>()
  /** 1 for each position of the base that a change has replaced. */
  private replaced: Uint8Array
  private readonly sortIndexes = new Map<Types['sort'], SortIndex<Types>>()

  constructor(private base: Segments<Types>) {
    this.kind = base.kind
    this.replaced = new Uint8Array(base.count)
  }

  static of<Types extends RowTypes>(kind: RowKind<Types>, rows: Types['row'][]): Catalogue<Types> {
    return new Catalogue(
      Segments.of(
        kind,
        [...rows].sort((a, b) => compareCodePoints(a.id, b.id)),
      ),
    )
  }

  /** Includes rows that no list shows. A row of the base that has changed since is counted twice. */
  get size(): number {
    return this.base.count + this.changed.size
  }

  get bytes(): number {
    const indexBytes = [...this.sortIndexes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    return this.base.bytes + this.replaced.length + indexBytes + this.changed.bytes
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
    if (position !== null) this.replaced[position] = 1
    this.changed.set(row.id, row)
  }

  /** Packs the changes once there are `foldAt`. Drops those that no list shows any more. */
  fold(now: number): void {
    if (this.changed.size < foldAt) return
    const kept = [...this.changed.values()].filter((row) => !this.kind.isGone(row, now))
    this.base = this.base.replaceRows(kept, this.replaced)
    this.replaced = new Uint8Array(this.base.count)
    this.changed.clear()
    this.sortIndexes.clear()
  }

  /** The ids and revisions of rows that have changed after the time (epoch milliseconds). */
  findChangedAfter(at: number): { id: string; rev: number }[] {
    const changed = [...this.changed.values()].filter(({ updated_at }) => Date.parse(updated_at) > at)
    const packed = this.base.findChangedAfter(at).filter(({ id }) => !this.changed.has(id))
    return [...packed, ...changed.map(({ id, rev }) => ({ id, rev }))]
  }

  /** All that match. The catalogue itself does not change. */
  select(filter: Types['filter']): Segments<Types> {
    const gone = this.markMatches(filter).map((mark) => 1 - mark)
    return this.base.replaceRows([...this.changed.values()].filter(this.kind.makeMatcher(filter)), gone)
  }

  list(request: CatalogueRequest<Types>): Page<Types['row']> {
    const { limit, offset } = request
    const marks = this.markMatches(request)
    const changed = this.sortChanged(request)
    const total = changed.length + countMarks(marks)
    return { rows: offset < total ? this.mergePage(marks, changed, request) : [], total, limit, offset }
  }

  /** One byte for each position of the base: 1 if its row matches, and has not changed. */
  private markMatches(filter: Types['filter']): Uint8Array {
    const marks = this.base.markMatches(filter)
    for (let position = 0; position < marks.length; position++) if (this.replaced[position] === 1) marks[position] = 0
    return marks
  }

  private sortChanged(request: CatalogueRequest<Types>): Changed<Types>[] {
    const { field, direction } = this.kind.parseSort(request.sort)
    return [...this.changed.values()]
      .filter(this.kind.makeMatcher(request))
      .map((row) => ({ row, value: this.kind.columns.toSortValue(this.kind.flatten(row), field) }))
      .sort((a, b) => compareValues(a.value, b.value, direction) || compareCodePoints(a.row.id, b.row.id))
  }

  private mergePage(
    marks: Uint8Array,
    changed: Changed<Types>[],
    { limit, offset, sort }: CatalogueRequest<Types>,
  ): Types['row'][] {
    const sortIndex = this.getSortIndex(sort)
    const ranks = changed.map(({ row, value }) => sortIndex.findRank(value, row.id))
    const rows: Types['row'][] = []
    let passed = 0
    let next = 0
    for (let rank = 0; rank <= this.base.count && rows.length < limit; rank++) {
      for (; ranks[next] === rank && rows.length < limit; next++, passed++) {
        const { row } = changed[next] ?? {}
        if (passed >= offset && row) rows.push(row)
      }
      const position = sortIndex.getPosition(rank)
      if (rank === this.base.count || marks[position] !== 1 || rows.length >= limit) continue
      if (passed++ >= offset) rows.push(this.base.getRow(position))
    }
    return rows
  }

  private getSortIndex(sort: Types['sort']): SortIndex<Types> {
    const sortIndex = this.sortIndexes.get(sort) ?? new SortIndex(this.base, this.kind.parseSort(sort))
    this.sortIndexes.set(sort, sortIndex)
    return sortIndex
  }
}
