import { shortenName } from '../../functions/contract/input-refusal'
import { InputError } from '../input-error'
import { describeCell } from './cells'
import type { SheetRow } from './sheet'

/** More columns than any list has, and few enough for a page to offer each of them. */
const maxColumns = 1_000
/** As many as Excel has. */
const maxRows = 1_048_576
/** Of all rows of a workbook together: each gets as many as the longest has. */
const maxCells = 5_000_000
/** Of all cells of a workbook together: in a small file, many cells may share one long text. */
const maxCharacters = 100_000_000

export const remedy = 'delete what is not needed, or split the file into several'

/** What a cell is beyond that is too far out, or null. */
export function findBound({ row, column }: { row: number; column: number }): string | null {
  if (column >= maxColumns) return `${formatCount(maxColumns)} columns`
  return row > maxRows ? `${formatCount(maxRows)} rows` : null
}

/** Throws an `InputError` for a cell that is too far out. `place`: as its file names it. */
export function requirePlace(place: string, at: { row: number; column: number }): void {
  const bound = findBound(at)
  if (bound !== null) throw new InputError(`There is a value in ${place}, and at most ${bound} are read: ${remedy}`)
}

/** The cells that are read of a row. Programs put separators behind each row, for columns that are empty. */
export function cutRow({ line, row, cells }: SheetRow): SheetRow {
  if (cells.length <= maxColumns) return { line, row, cells }
  const column = cells.findIndex((cell, index) => index >= maxColumns && cell !== '')
  if (column !== -1) requirePlace(describeCell({ line, row }, column), { row: 1, column })
  return { line, row, cells: cells.slice(0, maxColumns) }
}

/** Throws an `InputError` for a workbook that has more than is read. */
export function requireSize(cells: number, characters: number): void {
  if (cells > maxCells)
    throw new InputError(
      `The sheet has more than ${formatCount(maxCells)} cells, with the empty ones between: ${remedy}`,
    )
  if (characters > maxCharacters)
    throw new InputError(`The sheet has more than ${formatCount(maxCharacters)} characters: ${remedy}`)
}

/** As in `1 048 576`. */
export function formatCount(number: number): string {
  return number.toLocaleString('en').replaceAll(',', ' ')
}

/** As many names as a message has room for. */
const maxNames = 30

/** The names of columns in a message: none is longer than helps, and the rest of them are counted. */
export function listNames(names: string[]): string {
  const named = names.filter((name) => name !== '')
  const rest = named.length - maxNames
  return [...named.slice(0, maxNames).map(shortenName), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
