import type { SheetRow } from '../sheet/sheet'
import type { Archive } from './archive'
import type { Book } from './book'
import { Grid } from './grid'
import { readDateStyles } from './styles'
import { readTexts, unescapeText } from './texts'
import { writeDate, writeIsoDate, writeNumber } from './values'
import { makeFinder } from './xml'

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
