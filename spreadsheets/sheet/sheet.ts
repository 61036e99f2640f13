/**
 * `cells` are as the file has them: those of a workbook as it shows them, where its format shows digits. `line` is the
 * number of the row's first line, from 1. `row` is its number in a spreadsheet, where a cell of two lines is in one
 * row. In a workbook, both are the same. `marks`: of cells that are more than their text, by their columns. `gaps`: of
 * a row that is refused, the columns whose cell has no value, whatever its text.
 */
export type SheetRow = { line: number; row: number; cells: string[]; marks?: Record<number, Mark>; gaps?: number[] }

/**
 * What a cell of a workbook is beside its text. `number`: what it holds, where it shows another text, such as `00012`.
 * `problem`: why nothing can be read from it, as the end of a sentence, or no code alone (`isOfCodes`).
 */
export type Mark = { number: string } | { problem: string; isOfCodes: boolean }

/** Where the names of columns stand. `sheet`: its name in a workbook, or null. `first`: the first rows of all. */
type Source = { sheet: string | null; line: number; first: SheetRow[] }

/**
 * `separator`: that of a CSV file, and a comma for a workbook. `sheets`: the names of the sheets of a workbook, the one
 * that was read among them. None for a CSV file. `rows`: each has at least as many cells as the header.
 */
export type Sheet = { header: string[]; rows: SheetRow[]; separator: string; sheets: string[]; source: Source }

/** The rows of one sheet of a file, or of a CSV file with one of the separators that it may have. */
export type Table = Pick<Sheet, 'rows' | 'separator' | 'sheets'> & Pick<Source, 'sheet'>
