import type { SheetRow } from './sheet'

// A spreadsheet runs a cell that begins with one of these characters as a formula: see OWASP, "CSV Injection". An
// apostrophe in front makes it a text. A text that begins with apostrophes before such a character gets one as well, so
// that reading always takes off exactly what writing put in front.
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const neutralized = /^'+[=+\-@\t\r＝＋－＠]/

/** The text of a cell that no spreadsheet runs. `readCell` reverses it. */
export function writeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell of a workbook, where a text is never run. `readCell` reverses it, too. */
export function writeTextCell(text: string): string {
  return neutralized.test(text) ? `'${text}` : text
}

export function readCell(cell: string): string {
  return neutralized.test(cell) ? cell.slice(1) : cell
}

/** What the cell has, if it is short enough to help. */
export function quoteCell(cell: string | undefined): string {
  return cell === undefined || cell.length > 40 ? '' : ` The cell has '${cell}'.`
}

/** The place of a cell: its line in the file, and its name in a spreadsheet, as in `line 15 (C14)`. */
export function describeCell({ line, row }: Pick<SheetRow, 'line' | 'row'>, column: number | undefined): string {
  return column === undefined ? `line ${line}` : `line ${line} (${nameColumn(column)}${row})`
}

/** `A` to `Z`, then `AA`. */
export function nameColumn(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : nameColumn(Math.floor(column / 26) - 1) + letter
}
