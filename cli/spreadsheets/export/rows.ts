import { stringify } from 'csv-stringify/sync'
import { writeCell } from '../sheet/cells'
import type { Column } from './columns'

export type RowFormat = { format: 'csv' | 'jsonl'; separator: string; columns: Column[] }

/** Yields the text of each page. In a CSV file, the names of the columns come first. */
export async function* formatPages(pages: AsyncIterable<object[]>, rules: RowFormat): AsyncGenerator<string> {
  // The mark tells spreadsheets that the file is UTF-8.
  if (rules.format === 'csv') yield `\uFEFF${formatCsv([rules.columns.map(({ name }) => name)], rules.separator)}`
  for await (const page of pages)
    yield rules.format === 'csv'
      ? formatCsv(
          page.map((row) => rules.columns.map(({ path }) => formatCell(getValue(row, path)))),
          rules.separator,
        )
      : page.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function formatCsv(rows: string[][], delimiter: string): string {
  return stringify(rows, { delimiter, record_delimiter: 'windows' })
}

function getValue(row: object, path: string[]): unknown {
  return path.reduce<unknown>((value, field) => (value as Record<string, unknown> | null)?.[field], row)
}

/** A number stays one, so that a spreadsheet can add it up. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return writeCell(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
