import { type FileKind, formatCsv, mark, type Value } from '../file/table'
import { formatWorkbook } from '../file/workbook'
import { writeCell, writeTextCell } from '../sheet/cells'
import { codeFields } from '../sheet/read-field'
import type { Column } from './lists'

/** `separator`: of a CSV file. */
export type FileFormat = { format: FileKind; separator: string }

/** Excel opens no sheet with more. */
const maxRows = 1_048_576

/** Yields the file part by part. The names of the columns come first. */
export function formatPages(
  pages: AsyncIterable<object[]>,
  columns: Column[],
  { format, separator }: FileFormat,
): AsyncIterable<string | Uint8Array> {
  return format === 'csv'
    ? formatText(makeRows(pages, columns, writeCell), separator)
    : formatWorkbook(requireRoom(makeRows(pages, columns, writeTextCell)))
}

/** The mark in front tells spreadsheets that the file is UTF-8. */
async function* formatText(pages: AsyncIterable<Value[][]>, separator: string): AsyncGenerator<string> {
  let start = mark
  for await (const rows of pages) {
    yield start + formatCsv(rows, separator)
    start = ''
  }
}

async function* requireRoom(pages: AsyncIterable<Value[][]>): AsyncGenerator<Value[][]> {
  let count = 0
  for await (const rows of pages) {
    count += rows.length
    if (count > maxRows) throw new Error(`a workbook has at most ${maxRows} rows: export the list as CSV`)
    yield rows
  }
}

type WriteText = (text: string, isCode: boolean) => string

async function* makeRows(pages: AsyncIterable<object[]>, columns: Column[], writeText: WriteText) {
  yield [columns.map(({ name }): Value => name)]
  for await (const page of pages)
    yield page.map((row) =>
      columns.map(({ name, path }) => makeValue(getValue(row, path), (text) => writeText(text, codeFields.has(name)))),
    )
}

function getValue(row: object, path: string[]): unknown {
  return path.reduce<unknown>((value, field) => (value as Record<string, unknown> | null)?.[field], row)
}

function makeValue(value: unknown, write: (text: string) => string): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return write(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : write(JSON.stringify(value))
}
