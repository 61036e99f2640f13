import { requirePlace, requireSize } from '../sheet/bounds'
import type { SheetRow } from '../sheet/sheet'

const placePattern = /^([A-Z]{1,8})([1-9]\d{0,14})$/

/** `B7` is row 7, and column 1: columns count from 0. */
function parsePlace(place: string): { row: number; column: number } {
  const [, letters, row] = placePattern.exec(place) ?? []
  if (letters === undefined) throw new Error('a cell has no place')
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row), column }
}

/** Collects cells that have a value. What is too far out, or too much, is refused before anything is made for it. */
export class Grid {
  private readonly rows: SheetRow[] = []
  private width = 0
  private characters = 0

  /** Cells come in the order of their places. */
  add(place: string, value: string): void {
    const { row, column } = parsePlace(place)
    requirePlace(place, { row, column })
    const { cells } = this.openRow(row)
    if (column < cells.length) throw new Error('a cell is behind one that follows it')
    this.width = Math.max(this.width, column + 1)
    this.characters += value.length
    requireSize(this.rows.length * this.width, this.characters)
    while (cells.length < column) cells.push('')
    cells.push(value)
  }

  private openRow(row: number): SheetRow {
    const last = this.rows.at(-1)
    if (last?.row === row) return last
    if (last !== undefined && last.row > row) throw new Error('a row is behind one that follows it')
    this.closeRow()
    const next = { line: row, row, cells: [] }
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
