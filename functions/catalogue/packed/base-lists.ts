import { compareCodePoints, compareValues, type Page, type PageRequest } from '../../domain/list'
import { countMarks } from './marks'
import { mergePage } from './merge-page'
import type { RowKind, RowTypes } from './row-kind'
import type { Segments } from './segments'
import { Selection } from './selection'
import { SortIndex } from './sort-index'

export type ListRequest<Types extends RowTypes> = Types['filter'] & PageRequest & { sort: Types['sort'] }

/** Clients read the pages of one list one after the other, and few lists at a time. */
const maxSelections = 8

type Order<Types extends RowTypes> = {
  field: string
  direction: 1 | -1
  index: SortIndex<Types>
  /** By position: the ranks of rows that have changed. */
  ranks: Map<number, number>
}

/** `replaced`: the positions of the rows that are in `changed` as they are now. */
type Changes<Types extends RowTypes> = { changed: Types['row'][]; replaced: Iterable<number> }

/** What lists of one base have in common, made when it is needed. */
export class BaseLists<Types extends RowTypes> {
  private readonly kind: RowKind<Types>
  private readonly orders = new Map<Types['sort'], Order<Types>>()
  /** The one that was used last is the last one. */
  private readonly selections = new Map<string, Selection>()

  constructor(private readonly base: Segments<Types>) {
    this.kind = base.kind
  }

  get bytes(): number {
    const parts = [...[...this.orders.values()].map(({ index }) => index), ...this.selections.values()]
    return parts.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  list(request: ListRequest<Types>, { changed, replaced }: Changes<Types>): Page<Types['row']> {
    const { limit, offset } = request
    const rowsAtMost = this.base.count + changed.length
    if (offset >= rowsAtMost) return { rows: [], total: this.count(request, { changed, replaced }), limit, offset }
    const order = this.getOrder(request.sort)
    const selection = this.getSelection(request, order)
    const gone = this.listGone(order, selection, replaced)
    const inserted = this.listInserted(request, order, selection, changed)
    const page = mergePage(selection.count, { gone, inserted }, request)
    const getRow = (index: number) => this.base.getRow(order.index.getPosition(selection.getRank(index)))
    const rows = page.map((row) => (typeof row === 'number' ? getRow(row) : row))
    return { rows, total: selection.count - gone.length + inserted.length, limit, offset }
  }

  /** Needs no order, which would have to be made. */
  private count(request: ListRequest<Types>, { changed, replaced }: Changes<Types>): number {
    const marks = this.base.markMatches(request)
    for (const position of replaced) marks[position] = 0
    return countMarks(marks) + changed.filter(this.kind.makeMatcher(request)).length
  }

  private listGone(order: Order<Types>, selection: Selection, replaced: Iterable<number>): number[] {
    const gone: number[] = []
    for (const position of replaced) {
      const rank = order.ranks.get(position) ?? this.findRank(order, position)
      const index = selection.findIndex(rank)
      if (index < selection.count && selection.getRank(index) === rank) gone.push(index)
    }
    return gone.sort((a, b) => a - b)
  }

  private findRank(order: Order<Types>, position: number): number {
    const rank = order.index.findRank(this.base.getValue(position, order.field), this.base.getId(position))
    order.ranks.set(position, rank)
    return rank
  }

  private listInserted(
    request: ListRequest<Types>,
    { field, direction, index }: Order<Types>,
    selection: Selection,
    changed: Types['row'][],
  ) {
    return changed
      .filter(this.kind.makeMatcher(request))
      .map((row) => ({ row, value: this.kind.columns.toSortValue(this.kind.flatten(row), field) }))
      .sort((a, b) => compareValues(a.value, b.value, direction) || compareCodePoints(a.row.id, b.row.id))
      .map(({ row, value }) => ({ row, index: selection.findIndex(index.findRank(value, row.id)) }))
  }

  private getOrder(sort: Types['sort']): Order<Types> {
    const parsed = this.kind.parseSort(sort)
    const order = this.orders.get(sort) ?? { ...parsed, index: new SortIndex(this.base, parsed), ranks: new Map() }
    this.orders.set(sort, order)
    return order
  }

  private getSelection(request: ListRequest<Types>, { index }: Order<Types>): Selection {
    const filter = this.kind.nameFilter(request)
    const name = JSON.stringify([request.sort, filter])
    const selection = this.selections.get(name) ?? Selection.of(this.base, index, request)
    this.selections.delete(name)
    if (filter !== null) this.selections.set(name, selection)
    for (const oldest of this.selections.keys()) {
      if (this.selections.size <= maxSelections) break
      this.selections.delete(oldest)
    }
    return selection
  }
}
