import { BoundedMap } from '../../domain/bounded-map'
import { compareCodePoints, compareValues, type Page, type PageRequest, type SortOrder } from '../../domain/list'
import type { ColumnLayout, RowTypes } from './segment'
import type { Segments } from './segments'
import { Selection, SortIndex } from './sort-index'

export type ListRequest<Types extends RowTypes> = Types['filter'] & PageRequest & { sort: Types['sort'] }

/** Clients read the pages of one list one after the other, and few lists at a time. */
const maxSelections = 8

type SortedBase = SortOrder & {
  index: SortIndex
  /** By position: the ranks of rows that have changed. */
  ranks: Map<number, number>
}

/** `replaced`: the positions of the rows that are in `changed` as they are now. */
type Changes<Types extends RowTypes> = { changed: Types['row'][]; replaced: Iterable<number> }

/** What lists of one base have in common, made when it is needed. */
export class BaseLists<Types extends RowTypes> {
  private readonly layout: ColumnLayout<Types>
  private readonly sorted = new Map<Types['sort'], SortedBase>()
  private readonly selections = new BoundedMap<string, Selection>(maxSelections)

  constructor(private readonly base: Segments<Types>) {
    this.layout = base.layout
  }

  get bytes(): number {
    const parts = [...[...this.sorted.values()].map(({ index }) => index), ...this.selections.list()]
    return parts.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  list(request: ListRequest<Types>, { changed, replaced }: Changes<Types>): Page<Types['row']> {
    const { limit, offset } = request
    const sorted = this.getSorted(request.sort)
    const selection = this.getSelection(request, sorted)
    const gone = this.listGone(sorted, selection, replaced)
    const inserted = this.listInserted(request, sorted, selection, changed)
    const page = mergePage(selection.count, { gone, inserted }, request)
    const getRow = (index: number) => this.base.getRow(sorted.index.getPosition(selection.getRank(index)))
    const rows = page.map((row) => (typeof row === 'number' ? getRow(row) : row))
    return { rows, total: selection.count - gone.length + inserted.length, limit, offset }
  }

  private listGone(sorted: SortedBase, selection: Selection, replaced: Iterable<number>): number[] {
    const gone: number[] = []
    for (const position of replaced) {
      const rank = sorted.ranks.get(position) ?? this.findRank(sorted, position)
      const index = selection.findIndex(rank)
      if (index < selection.count && selection.getRank(index) === rank) gone.push(index)
    }
    return gone.sort((a, b) => a - b)
  }

  private findRank({ field, index, ranks }: SortedBase, position: number): number {
    const rank = index.findRank(this.base.getValue(position, field), this.base.getId(position))
    ranks.set(position, rank)
    return rank
  }

  private listInserted(
    request: ListRequest<Types>,
    { field, direction, index }: SortedBase,
    selection: Selection,
    changed: Types['row'][],
  ) {
    return this.layout
      .listMatches(changed, request)
      .map((row) => ({ row, value: this.layout.columns.toSortValue(this.layout.flatten(row), field) }))
      .sort((a, b) => compareValues(a.value, b.value, direction) || compareCodePoints(a.row.id, b.row.id))
      .map(({ row, value }) => ({ row, index: selection.findIndex(index.findRank(value, row.id)) }))
  }

  private getSorted(sort: Types['sort']): SortedBase {
    const order = this.layout.parseSort(sort)
    const sorted = this.sorted.get(sort) ?? { ...order, index: new SortIndex(this.base, order), ranks: new Map() }
    this.sorted.set(sort, sorted)
    return sorted
  }

  private getSelection(request: ListRequest<Types>, { index }: SortedBase): Selection {
    const filter = this.layout.nameFilter(request)
    const name = JSON.stringify([request.sort, filter])
    const known = this.selections.get(name)
    if (known) return known
    const selection = new Selection(index.listRanks(this.base.makeBitmap(request)))
    if (filter !== null) this.selections.set(name, selection)
    return selection
  }
}

/**
 * The page of a list that has `count` base rows, without those at the indexes in `gone` (ascending), and with the rows
 * of `inserted` (in order), each before the base row at its index. Returns base rows as their index. Takes as long as
 * there are changes and rows on the page, however far back that is.
 */
export function mergePage<Row extends object>(
  count: number,
  { gone, inserted }: { gone: number[]; inserted: { index: number; row: Row }[] },
  { limit, offset }: PageRequest,
): (Row | number)[] {
  const page: (Row | number)[] = []
  let [index, passed, nextGone, nextInserted] = [0, 0, 0, 0]
  while (page.length < limit) {
    const insert = inserted[nextInserted]
    const end = Math.min(gone[nextGone] ?? count, insert?.index ?? count)
    const skipped = Math.min(end - index, Math.max(0, offset - passed))
    index += skipped
    passed += skipped
    for (; index < end && page.length < limit; passed++) page.push(index++)
    if (page.length === limit) break
    if (insert?.index === end) {
      if (passed >= offset) page.push(insert.row)
      passed += 1
      nextInserted += 1
    } else if (end < count) {
      index += 1 // it is gone
      nextGone += 1
    } else break
  }
  return page
}
