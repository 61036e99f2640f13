import type { SheetRow } from '../sheet/sheet'
import type { Archive } from './archive'
import type { Book } from './book'
import { Grid, type Place, type Value } from './grid'
import { isCut, marks, writeNumber } from './marks'
import { showNumber } from './number-format'
import { readStyles, type Style } from './styles'
import { makeFinder, readTexts, unescapeText } from './xml'

/** What the cells of all sheets share. */
export type Shared = { strings: string[]; styles: Style[]; isFrom1904: boolean }
type Cell = { type: string; style: number; text: string; hasFormula: boolean }

const find = { place: makeFinder('r'), type: makeFinder('t'), style: makeFinder('s') }

export function readShared(archive: Archive, book: Book): Shared {
  return {
    strings: archive.has(book.stringsPath) ? readStrings(archive.read(book.stringsPath)) : [],
    styles: archive.has(book.stylesPath) ? readStyles(archive.read(book.stylesPath)) : [],
    isFrom1904: book.isFrom1904,
  }
}

/** The rows of a sheet. Numbers come as the file has them: one of JavaScript would lose digits. */
export function readCells(archive: Archive, path: string, shared: Shared): SheetRow[] {
  const grid = new Grid()
  readTexts(archive.read(path), 'c', (tag, text, hasFormula) => {
    if (text === '' && !hasFormula) return
    const cell = { type: find.type(tag) ?? 'n', style: Number(find.style(tag) ?? 0), text, hasFormula }
    const value = readValue(cell, shared)
    if (value.text !== '' || value.mark) grid.add(parsePlace(find.place(tag) ?? ''), value)
  })
  return grid.finish()
}

/** Cells name such a text by its number. */
function readStrings(pieces: Iterable<string>): string[] {
  const strings: string[] = []
  readTexts(pieces, 'si', (_, text) => strings.push(unescapeText(text)))
  return strings
}

function readValue({ type, style, text }: Cell, { strings, styles, isFrom1904 }: Shared): Value {
  if (type === 's') return { text: getString(strings, text) }
  if (type === 'b') return { text: text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text, mark: marks.truth }
  if (type === 'd') return { text: writeIsoDate(text), mark: marks.date }
  if (type === 'e') return { text, mark: marks.error }
  if (type !== 'n') return { text: unescapeText(text) }
  if (text === '') return { text, mark: marks.formula }
  const date = styles[style]?.isDate ? writeDate(text, isFrom1904) : null
  return date === null ? readNumber(writeNumber(text), styles[style]) : { text: date, mark: marks.date }
}

/** A number is what its format shows, if that is digits. Else it is its own digits, and no code. */
function readNumber(number: string, style: Style | undefined): Value {
  if (isCut(number)) return { text: number, mark: marks.digits }
  const text = style ? showNumber(number, style.code) : number
  if (text === null) return { text: number, mark: style?.mark }
  return text === number ? { text } : { text, mark: { number } }
}

function getString(strings: string[], number: string): string {
  const text = strings[Number(number)]
  if (text === undefined) throw new Error('a cell names a text that is not there')
  return text
}

const dayMs = 24 * 60 * 60 * 1_000
/** The day 0 of workbooks, before that of JavaScript; in files that count from 1904, it is later. */
const epochDays = { from1900: 25_569, from1904: 24_107 }

/** Within the day 0, a time of day. Else as the API writes a time, without the time of a whole day. Null: no date. */
function writeDate(text: string, isFrom1904: boolean): string | null {
  const days = Number(text) - (isFrom1904 ? epochDays.from1904 : epochDays.from1900)
  const date = new Date(Math.floor(days * dayMs))
  if (Number.isNaN(date.getTime())) return null
  return Number(text) > 0 && Number(text) < 1 ? date.toISOString().slice(11, 19) : formatDate(date)
}

/** A cell may have its date as a text, too. */
function writeIsoDate(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : formatDate(date)
}

function formatDate(date: Date): string {
  return date.toISOString().replace('T00:00:00.000Z', '')
}

const placePattern = /^([A-Z]{1,8})([1-9]\d{0,14})$/

/** `B7` is row 7, and column 1: columns count from 0. */
function parsePlace(place: string): Place {
  const [, letters, row] = placePattern.exec(place) ?? []
  if (letters === undefined) throw new Error('a cell has no place')
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row), column }
}
