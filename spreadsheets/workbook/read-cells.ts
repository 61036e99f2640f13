import { requirePlace, requireSize } from '../sheet/bounds'
import type { SheetRow } from '../sheet/sheet'
import type { Archive } from './archive'
import type { Book } from './book'
import { readDateStyles } from './styles'
import { makeFinder, readTexts, unescapeText } from './xml'

/** What the cells of all sheets share. */
type Shared = { strings: string[]; isDate: boolean[]; isFrom1904: boolean }
type Cell = { type: string; style: number; text: string }

const find = { place: makeFinder('r'), type: makeFinder('t'), style: makeFinder('s') }

/** The rows of a sheet. Numbers come as the file has them: one of JavaScript would lose digits. */
export function readCells(archive: Archive, book: Book, path: string): SheetRow[] {
  const shared = {
    strings: archive.has(book.stringsPath) ? readStrings(archive.read(book.stringsPath)) : [],
    isDate: archive.has(book.stylesPath) ? readDateStyles(archive.read(book.stylesPath)) : [],
    isFrom1904: book.isFrom1904,
  }
  const grid = new Grid()
  readTexts(archive.read(path), 'c', (tag, text) => {
    if (text === '') return
    const cell = { type: find.type(tag) ?? 'n', style: Number(find.style(tag) ?? 0), text }
    const value = writeValue(cell, shared)
    if (value !== '') grid.add(find.place(tag) ?? '', value)
  })
  return grid.finish()
}

/** Cells name such a text by its number. */
function readStrings(pieces: Iterable<string>): string[] {
  const strings: string[] = []
  readTexts(pieces, 'si', (_, text) => strings.push(unescapeText(text)))
  return strings
}

function writeValue({ type, style, text }: Cell, { strings, isDate, isFrom1904 }: Shared): string {
  if (type === 's') return getString(strings, text)
  if (type === 'b') return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text
  if (type === 'd') return writeIsoDate(text)
  if (type !== 'n') return unescapeText(text)
  return (isDate[style] && writeDate(text, isFrom1904)) || writeNumber(text)
}

function getString(strings: string[], number: string): string {
  const text = strings[Number(number)]
  if (text === undefined) throw new Error('a cell names a text that is not there')
  return text
}

const dayMs = 24 * 60 * 60 * 1_000
/** The day 0 of workbooks, before that of JavaScript; in files that count from 1904, it is later. */
const epochDays = { from1900: 25_569, from1904: 24_107 }

/** A time is written as the API writes it, a day without its time of day. Null where the number is no date. */
function writeDate(text: string, isFrom1904: boolean): string | null {
  const days = Number(text) - (isFrom1904 ? epochDays.from1904 : epochDays.from1900)
  const date = new Date(Math.floor(days * dayMs))
  return Number.isNaN(date.getTime()) ? null : formatDate(date)
}

/** A cell may have its date as a text, too. */
function writeIsoDate(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : formatDate(date)
}

function formatDate(date: Date): string {
  return date.toISOString().replace('T00:00:00.000Z', '')
}

/** Digits alone, where no digit is lost: a spreadsheet keeps 15. Else as the file has it, such as `1.2E+20`. */
function writeNumber(text: string): string {
  const number = Number(text)
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : tidy(text, number)
}

/** A fraction has noise behind its 15th digit: 0.1 is stored as 0.10000000000000001. */
function tidy(text: string, number: number): string {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : text
}

const placePattern = /^([A-Z]{1,8})([1-9]\d{0,14})$/

/** `B7` is row 7, and column 1: columns count from 0. */
function parsePlace(place: string): { row: number; column: number } {
  const [, letters, row] = placePattern.exec(place) ?? []
  if (letters === undefined) throw new Error('a cell has no place')
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row), column }
}

/** Collects cells that have a value. What is too far out, or too much, is refused before anything is made for it. */
class Grid {
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
