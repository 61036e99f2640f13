import { stringify } from 'csv-stringify/sync'

/** A cell of a file that is written. A number stays one, so that a spreadsheet can add it up. */
export type Value = string | number | boolean | null

/** The files that are written. */
export type FileKind = 'csv' | 'xlsx'

/** The mark in front of a CSV file tells spreadsheets that it is UTF-8. */
export const mark = '\uFEFF'

/** Lines of CSV. Texts are as `writeCell` makes them. */
export function formatCsv(rows: Value[][], separator: string): string {
  const cells = rows.map((row) => row.map((value) => (value === null ? '' : String(value))))
  // The library quotes a cell for the end of a line that it writes itself, and not for other line breaks.
  return stringify(cells, { delimiter: separator, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
