import type { Command } from '../../command-line'
import { customerOptions, customerUsage } from '../customer'
import { sheetOptions, sheetUsage } from '../sheet-file'
import { importItems } from './import-items'

const usage = `Imports items from a CSV file or a workbook (.xlsx).

  npx inventory import FILE [options]        FILE is - for standard input

  The first line names the columns. An item has a name and a sku, and may have a quantity, a location, a barcode and a
  reorder_point. Items are recognised by their SKU: a row whose item is there already is left out, so an import that was
  ended can be run again. Files of 'npx inventory export' can be imported. A quantity is set for new items alone: to change it
  later, use 'npx inventory stocktake'.

  Other workbooks (.xls, .ods) are refused: save the sheet as "CSV UTF-8". Codes that a spreadsheet may have changed are
  warned of, with line and cell: a barcode such as 4.00638E+12, and a SKU 12 beside 0012.

  --dry-run        shows what would be done, and does nothing
  --update         changes the name, location, barcode and reorder_point of items that are there. An empty cell clears
                   the field
${sheetUsage}
  --refused FILE   where rows that are refused are written, to be mended and imported (default: products-refused.csv
                   beside products.csv, or products-refused-2.csv if that is there)
  --report FILE    writes what has become of each row, with its line number. Both are workbooks if they end in .xlsx
${customerUsage}

  The exit status is 0 if every row is in the inventory, 1 if rows were refused or the import ended before, and 2 for
  wrong options. At a rate limit it waits.

  npx inventory import products.csv --map sku=StockCode --map name=Description --dry-run`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

export const command: Command = {
  usage,
  action: {
    argument: 'a file',
    options: { ...customerOptions, ...sheetOptions, 'dry-run': flag, update: flag, refused: text, report: text },
    run: importItems,
  },
}
