import { isDate } from './dates'
import type { SheetRow } from './sheet'

// A spreadsheet runs a cell that begins with one of these characters as a formula: see OWASP, "CSV Injection". An
// apostrophe in front makes it a text. Where the separator of lists is another one, as in a German Excel, a cell also
// begins behind that separator, and at a line break. A text that has apostrophes before such a character gets one as
// well, so that reading always takes off exactly what writing put in front.
const start = '(?<=^|[,;|\\t\\r\\n])'
const formula = `(?=['"]*[=+\\-@\\t\\r＝＋－＠])`
const toProtect = new RegExp(start + formula, 'g')
const neutralized = new RegExp(`${start}'${formula}`, 'g')

/**
 * The text of a cell that no spreadsheet runs. `readCell` reverses it, and `readCode` that of a code: one that a
 * spreadsheet could have spoiled is marked as a text.
 */
export function writeCell(text: string, isCode = false): string {
  const cell = text.replace(toProtect, "'")
  return isCode && (isTextCode(cell) || isSpoiled(cell)) ? `'${cell}` : cell
}

/** The same for a cell of a workbook, where a text is never run. */
export function writeTextCell(text: string, isCode = false): string {
  const cell = text.replace(neutralized, "''")
  return isCode && isTextCode(cell) ? `'${cell}` : cell
}

export function readCell(cell: string): string {
  return cell.replace(neutralized, '')
}

/** Shops put an apostrophe in front of digits, so that a spreadsheet keeps their zeros. */
export function readCode(cell: string): string {
  return readCell(isTextCode(cell) ? cell.slice(1) : cell)
}

/** Whether an apostrophe says that the code behind it is a text. */
function isTextCode(cell: string): boolean {
  return /^'+\d/.test(cell) || (cell.startsWith("'") && isDate(cell.replace(/^'+/, '')))
}

/** A spreadsheet keeps 15 digits, and writes zeros for the others. */
export const lostDigits = /^-?\d{15}0+$/

/** Whether a text of a CSV file is what a spreadsheet makes of another code. */
export function isSpoiled(code: string): boolean {
  return isDate(code) || lostDigits.test(code)
}

/** What the cell has, if it is short enough to help. */
export function quoteCell(cell: string | undefined): string {
  return cell === undefined || cell.length > 40 ? '' : ` The cell has '${cell}'.`
}

/** The place of a cell: its line in the file, and its name in a spreadsheet, as in `line 15 (C14)`. */
export function describeCell({ line, row }: Pick<SheetRow, 'line' | 'row'>, column: number | undefined): string {
  return column === undefined ? `line ${line}` : `line ${line} (${nameColumn(column)}${row})`
}

/** As many lines as a message has room for. */
const maxLines = 10

/** As in `3, 7, 12 and 4 more`. */
export function listLines(lines: number[]): string {
  const rest = lines.length > maxLines ? ` and ${lines.length - maxLines} more` : ''
  return lines.slice(0, maxLines).join(', ') + rest
}

/** `A` to `Z`, then `AA`. */
export function nameColumn(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : nameColumn(Math.floor(column / 26) - 1) + letter
}
