import { decodeText } from './decode'
import { findSeparator, parseRows } from './read-csv'
import { isWorkbook, readWorkbook, refuseOtherWorkbook } from './read-workbook'
import type { Sheet } from './sheet'

export type ReadOptions = {
  /** Found out from the first line, unless given. */
  separator?: string | null
  /** Found out for UTF-8 and UTF-16. */
  encoding?: string | null
  /** The name of the sheet of a workbook. The first one unless given. */
  sheet?: string | null
}

/** Reads a CSV file or a workbook. `name` is what messages call it. Its first line names the columns. */
export async function readSheet(name: string, bytes: Uint8Array, options: ReadOptions = {}): Promise<Sheet> {
  refuseOtherWorkbook(name, bytes)
  const { rows: all, ...found } = isWorkbook(bytes)
    ? readWorkbook(name, bytes, options.sheet ?? null)
    : readText(bytes, options)
  const [header, ...rows] = all
  if (!header) throw new Error(`${name} is empty: its first line must name the columns`)
  return { header: header.cells.map((cell) => cell.trim()), rows, ...found }
}

/** Empty lines are left out. */
function readText(bytes: Uint8Array, { separator: given, encoding }: ReadOptions) {
  const content = unifyBreaks(decodeText(bytes, encoding ?? null))
  const separator = given ?? findSeparator(content)
  return { rows: parseRows(content, separator), separator, sheets: [] }
}

/** Lines end in `\n`, in `\r\n`, or in `\r` alone, as those of old programs do. */
function unifyBreaks(text: string): string {
  const content = text.replaceAll('\r\n', '\n')
  return content.includes('\n') ? content : content.replaceAll('\r', '\n')
}
