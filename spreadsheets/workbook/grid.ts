import { findBound, requirePlace, requireSize } from '../sheet/bounds'
import { nameColumn } from '../sheet/cells'
import type { Mark, SheetRow } from '../sheet/sheet'

/** The value of a cell: its text, and what else is known of it. */
export type Value = { text: string; mark?: Mark | undefined }

/** Columns count from 0, rows from 1. */
export type Place = { row: number; column: number }

/** Collects cells that have a value. What is too far out, or too much, is refused before anything is made for it. */
export class Grid {
  private readonly rows: SheetRow[] = []
  private width = 0
  private characters = 0

  /** Cells come in the order of their places. A formula without its value that is too far out is nothing. */
  add({ row, column }: Place, { text, mark }: Value): void {
    if (text === '' && findBound({ row, column }) !== null) return
    requirePlace(nameColumn(column) + row, { row, column })
    const to = this.openRow(row)
    if (column < to.cells.length) throw new Error('a cell is behind one that follows it')
    this.width = Math.max(this.width, column + 1)
    this.characters += text.length
    requireSize(this.rows.length * this.width, this.characters)
    while (to.cells.length < column) to.cells.push('')
    to.cells.push(text)
    if (!mark) return
    to.marks ??= {}
    to.marks[column] = mark
  }

  private openRow(row: number): SheetRow {
    const last = this.rows.at(-1)
    if (last?.row === row) return last
    if (last !== undefined && last.row > row) throw new Error('a row is behind one that follows it')
    this.closeRow()
    const next: SheetRow = { line: row, row, cells: [] }
    this.rows.push(next)
    return next
  }

  /** An array that grows has room for more: a copy has none. */
  private closeRow(): void {
    const last = this.rows.at(-1)
    if (last) last.cells = last.cells.slice()
  }

  /** All rows with as many cells as the longest. Rows without a value are left out. */
  finish(): SheetRow[] {
    const empty = Array.from({ length: this.width }, () => '')
    for (const row of this.rows)
      if (row.cells.length < this.width) row.cells = row.cells.concat(empty.slice(row.cells.length))
    return this.rows
  }
}
