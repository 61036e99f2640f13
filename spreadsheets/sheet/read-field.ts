import { listNames } from '../../functions/domain/fields'
import { itemFields } from '../../functions/domain/items/item-fields'
import { isSpoiled, quoteCell, readCell, readCode } from './cells'
import type { SheetRow } from './sheet'

/** A cell from which no value can be read. */
export class CellError extends Error {
  constructor(
    readonly field: string,
    problem: string,
    cell: string,
  ) {
    super(`The '${field}' field ${problem}.${quoteCell(cell)}`)
  }
}

export const codeFields: ReadonlySet<string> = new Set([
  ...listNames(itemFields, 'kind', 'code'),
  ...listNames(itemFields, 'kind', 'code?'),
])
const textFields: ReadonlySet<string> = new Set([
  ...listNames(itemFields, 'kind', 'text'),
  ...listNames(itemFields, 'kind', 'text?'),
])

export const asText = 'and no code: format the column as text, and enter the code again'
export const ofFormula =
  'has a formula without its value: open the file in a spreadsheet program, save it, and give that file'
const ofCsv =
  `is what a spreadsheet makes of another code, a date or a lost digit, ${asText}. ` +
  'Where it is right, put an apostrophe in front'

const gapMark = '#VALUE! '

/** The cells of the row, where each that has no value begins as an error does: whoever reads them refuses them, too. */
export function writeGaps({ cells, gaps = [] }: SheetRow): string[] {
  return cells.map((cell, column) => (gaps.includes(column) ? gapMark + cell : cell))
}

/** How programs write the error of a formula, in their languages. What a column is too narrow for is `###`. */
const formulaError = new RegExp(
  `^(?:${gapMark}.*|#(?:N/[AD]|NV|GETTING_DATA|##+|[¡¿]?(?:${[
    'DIV/0|REF|NAME|VALUE|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|ERROR',
    'BEZUG|WERT|ZAHL|ÜBERLAUF|KALK|FELD|NOM|VALEUR|NOMBRE|NUL|PROPAGATION|VALOR|NULO|DESBORDAMIENTO|CAMPO',
  ].join('|')})\\s?[!?]?)|Err:\\d{3})$`,
)

/**
 * The text of the cell that has the field; of a column of numbers, its number. Throws a `CellError` for what a
 * spreadsheet shows in the place of a value, and for a code that it has spoiled.
 */
export function readField(row: SheetRow, column: number, field: string, isCsv: boolean): string {
  const cell = row.cells[column] ?? ''
  const isCode = codeFields.has(field)
  const text = (isCode ? readCode(cell) : readCell(cell)).trim()
  const mark = row.marks?.[column]
  const gap = findGap(row, column, field, isCsv)
  if (gap !== null) throw new CellError(field, gap, cell)
  if (formulaError.test(text)) throw new CellError(field, 'has the error of a formula, and no value', text)
  if (text.includes('\n')) throw new CellError(field, 'has a line break: write it in one line', text)
  return mark && 'number' in mark && !isCode && !textFields.has(field) ? mark.number : text
}

/** Why the cell has no value of the field, whatever its text, or null. */
function findGap({ cells, marks }: SheetRow, column: number, field: string, isCsv: boolean): string | null {
  const mark = marks?.[column]
  const isCode = codeFields.has(field)
  if (mark && 'problem' in mark) return isCode || !mark.isOfCodes ? mark.problem : null
  const cell = cells[column] ?? ''
  if (isCsv && cell.startsWith('=')) return ofFormula
  return isCsv && isCode && isSpoiled(cell.trim()) ? ofCsv : null
}

/** The columns of the fields that have no value. */
export function listGaps(row: SheetRow, mapping: ReadonlyMap<string, number>, isCsv: boolean): number[] {
  return [...mapping].flatMap(([field, column]) => (findGap(row, column, field, isCsv) === null ? [] : [column]))
}
