import { parse } from 'csv-parse/sync'
import { findOpenQuote } from './open-quote'
import type { SheetRow } from './sheet'

/** What may stand between cells. */
export const separators = [',', ';', '\t', '|'] as const

/** The separator that makes most columns of the first line. */
export function findSeparator(content: string): string {
  const countColumns = (separator: string) => parseRows(content, separator, 1)[0]?.cells.length ?? 0
  const counts = separators.map((separator) => ({ separator, columns: countColumns(separator) }))
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best)).separator
}

/** The rows of the content, whose lines end in `\n`. At most `limit` of them, or all for -1. */
export function parseRows(content: string, separator: string, limit = -1): SheetRow[] {
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
