import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { type Options, UsageError } from '../../command-line'
import { decodeText } from './decode'
import { findOpenQuote } from './open-quote'
import { readSeparator, separators } from './separator'

/**
 * `cells` are as the file has them. `line` is the number of the row's first line, from 1. `row` is its number in a
 * spreadsheet, where a cell of two lines is in one row.
 */
export type SheetRow = { line: number; row: number; cells: string[] }
export type Sheet = { header: string[]; rows: SheetRow[]; separator: string }

export const sheetOptions = {
  map: { type: 'string', multiple: true },
  separator: { type: 'string' },
  encoding: { type: 'string' },
} as const

/** What `--help` says of these options. */
export const sheetUsage = `  --map FIELD=COL  reads a field from the column with this name. May be repeated. --map FIELD= leaves the field out.
                   Other fields are read from the column of their own name, in small or capital letters.
  --separator C    between cells: found out from the first line, unless given: ',' ';' '|' or tab
  --encoding E     UTF-8 and UTF-16 are found out; for others name it, such as windows-1252`

/** Reads the file, or standard input for `-`. Its first line names the columns. Empty lines are left out. */
export function readSheet(file: string, options: Options): Sheet {
  const bytes = readBytes(file)
  refuseWorkbook(file, bytes)
  const text = decodeText(bytes, typeof options.encoding === 'string' ? options.encoding : null)
  // The parser counts a line twice that ends with both characters within a cell.
  const content = text.replaceAll('\r\n', '\n')
  const separator = readSeparator(options) ?? findSeparator(content)
  const [header, ...rows] = parseRows(content, separator)
  if (!header) throw new Error(`${file} is empty: its first line must name the columns`)
  return { header: header.cells.map((cell) => cell.trim()), rows, separator }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

const workbooks = [
  { endings: '.xlsx or .ods', magic: [0x50, 0x4b, 0x03, 0x04] },
  { endings: '.xls', magic: [0xd0, 0xcf, 0x11, 0xe0] },
]

/** Whatever its name says. */
function refuseWorkbook(file: string, bytes: Uint8Array): void {
  const found = workbooks.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte))
  if (!found) return
  const remedy = 'open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file'
  throw new UsageError(`${file} is a workbook (${found.endings}), and no CSV file: ${remedy}`)
}

/** The separator that makes most columns of the first line. */
function findSeparator(content: string): string {
  const countColumns = (separator: string) => parseRows(content, separator, 1)[0]?.cells.length ?? 0
  const counts = separators.map((separator) => ({ separator, columns: countColumns(separator) }))
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best)).separator
}

function parseRows(content: string, separator: string, limit = -1): SheetRow[] {
  try {
    const options = { delimiter: separator, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    const records = parse(content, { ...options, raw: true, info: true, to: limit }) as unknown as Parsed[]
    let before = 0
    return records.map(({ record, raw, info }) => {
      const breaks = countBreaks(raw)
      const line = info.lines - breaks
      const row = line - before
      before += breaks
      return { line, row, cells: record }
    })
  } catch (error) {
    const isOpen = error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw isOpen ? new Error(`line ${findOpenQuote(content, separator)}: a quotation mark is not closed`) : error
  }
}

type Parsed = { record: string[]; raw: string; info: { lines: number } }

/** The breaks within a row. Its text begins with the empty lines before it. */
function countBreaks(raw: string): number {
  return raw.replace(/^\n+|\n+$/g, '').split('\n').length - 1
}
