import { InputError } from '../input-error'
import { openWorkbook } from '../workbook/open-workbook'
import { decodeText } from './decode-text'
import { type Columns, findHeader } from './find-header'
import { readHeader } from './mapping'
import { findSeparators, parseRows, readSeparatorLine } from './read-csv'
import type { Sheet, SheetRow, Table } from './sheet'

export type ReadOptions = {
  /** Found out from the first lines, unless given. */
  separator?: string | null
  /** Found out for UTF-8 and UTF-16. */
  encoding?: string | null
  /** The name of the sheet of a workbook. The first one that has the header unless given. */
  sheet?: string | null
  /** The line of the header. The first one that names the columns, unless given. */
  header?: number | null
  /** What the header names. Without it, the header is the first line. */
  columns?: Columns
}

/**
 * Reads a CSV file or a workbook. `name` is what messages call it. Where no row is a header, the first row is taken for
 * one. Rows without a text are left out.
 */
export async function readSheet(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<Sheet> {
  const tables = openWorkbook(name, bytes, options.sheet ?? null) ?? readTexts(bytes, options)
  const found = chooseTable(tables, options)
  if (!found && options.header) throw new InputError(`${name} has nothing in line ${options.header}`)
  if (!found) throw new Error(`${name} is empty: its first line must name the columns`)
  const { rows, at, sheet, separator, sheets } = found
  const [top, ...others] = rows.slice(at)
  const header = readHeader(top?.cells ?? [])
  const source = { sheet, line: top?.line ?? 1, first: rows.slice(0, firstRows) }
  const below = options.columns && others.find(makeOtherHeader(header, options.columns))
  if (below) throw new InputError(`The lines ${source.line} and ${below.line} name other columns: ${remedy}`)
  return { header, rows: others.map((row) => fitRow(row, header.length)), separator, sheets, source }
}

const remedy = 'put each table into a file of its own, with its columns'

/** Finds a row that names columns, and not those of the header: what is below it is another table. */
function makeOtherHeader(header: string[], columns: Columns): (row: SheetRow) => boolean {
  const isOther = (cell: string, index: number) => cell !== '' && cell !== header[index]
  const isRead = ({ cells }: SheetRow) => cells.some((cell) => /^\s*\d/.test(cell)) // few rows have no number
  return (row) => !isRead(row) && findHeader([row], columns) === 0 && readHeader(row.cells).some(isOther)
}

/** From so many of the first rows a person may choose the header. */
const firstRows = 20

/** The first table that has the header, or else the first one that has a row. */
function chooseTable(tables: Iterable<Table>, { header, columns }: ReadOptions): (Table & { at: number }) | null {
  let first: Table | null = null
  for (const table of tables) {
    const rows = table.rows.filter(hasValue)
    const at = header ? rows.findIndex(({ line }) => line === header) : columns ? findHeader(rows, columns) : 0
    if (at !== -1 && rows.length > 0) return { ...table, rows, at }
    if (rows.length > 0) first ??= { ...table, rows }
  }
  return first && !header ? { ...first, at: 0 } : null
}

function hasValue({ cells, marks }: SheetRow): boolean {
  return marks !== undefined || cells.some((cell) => cell.trim() !== '')
}

/** Programs leave out empty cells at the end of a row, or put separators there. Cells with a text beyond stay. */
function fitRow(row: SheetRow, width: number): SheetRow {
  let length = row.cells.length
  while (length > width && row.cells[length - 1]?.trim() === '') length--
  if (length === row.cells.length && length >= width) return row
  const empty = Array.from({ length: Math.max(0, width - length) }, () => '')
  return { ...row, cells: [...row.cells.slice(0, length), ...empty] }
}

/** A file with each separator that it may have, the likely ones first. Titles may have other ones than the table. */
function* readTexts(bytes: Uint8Array, { separator: given, encoding, header, columns }: ReadOptions): Generator<Table> {
  const content = unifyBreaks(decodeText(bytes, encoding ?? null))
  const { separator: said, start } = readSeparatorLine(content)
  const own = given ?? said
  const all = own === null ? findSeparators(content, header ? findLine(content, header) : start) : [own]
  let problem: unknown = null
  for (const separator of columns ? all : all.slice(0, 1)) {
    try {
      yield { rows: parseRows(content, separator, start), sheet: null, separator, sheets: [] }
    } catch (error) {
      problem ??= error
    }
  }
  if (problem !== null) throw problem
}

/** Where the line begins. Lines count from 1. */
function findLine(content: string, line: number): number {
  return content.split('\n', line - 1).reduce((at, { length }) => at + length + 1, 0)
}

/** Lines end in `\n`, in `\r\n`, or in `\r` alone, as those of old programs do. Scripts write `\r\r\n` by mistake. */
function unifyBreaks(text: string): string {
  const content = text.replace(/\r\r?\n/g, '\n')
  return content.includes('\n') ? content : content.replaceAll('\r', '\n')
}
