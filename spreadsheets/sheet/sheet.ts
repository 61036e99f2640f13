/**
 * `cells` are as the file has them. `line` is the number of the row's first line, from 1. `row` is its number in a
 * spreadsheet, where a cell of two lines is in one row. In a workbook, both are the same.
 */
export type SheetRow = { line: number; row: number; cells: string[] }

/**
 * `separator`: that of a CSV file, and a comma for a workbook. `sheets`: the names of the sheets of a workbook, the one
 * that was read among them. None for a CSV file.
 */
export type Sheet = { header: string[]; rows: SheetRow[]; separator: string; sheets: string[] }
