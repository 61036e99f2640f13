import type { Command } from '../../command-line'
import { customerOptions, customerUsage } from '../customer'
import { sheetOptions, sheetUsage } from '../sheet-file'
import { takeStock } from './take-stock'

const usage = `Corrects quantities by a counted sheet: a CSV file or a workbook (.xlsx).

  npx inventory stocktake FILE [options]      FILE is - for standard input

  The sheet has a column 'sku' and a column 'counted'. A row whose counted cell is empty was not counted, and is left
  out. A column 'quantity' has what the service showed when the sheet was printed, as 'npx inventory export items' writes
  it: an item that has moved since is listed with its movements, and not overwritten. Count it again. Without this
  column, an item is left alone only if it moves while the command runs.

  Every other counted item gets a movement of the type 'count', also where the count is right. A stocktake that was
  ended can be run again with the same sheet: what was booked from it is left out.

  --dry-run        shows the differences as a table, and changes nothing
  --reference R    of the movements (default: the name of the file)
${sheetUsage}
${customerUsage}

  The exit status is 0 if every counted row is done, 1 if some were not, and 2 for wrong options.

  npx inventory export items --out sheet.csv          print it, and add a column 'counted'
  npx inventory stocktake sheet.csv --dry-run`

const text = { type: 'string' } as const

export const command: Command = {
  usage,
  action: {
    argument: 'a sheet',
    options: { ...customerOptions, ...sheetOptions, 'dry-run': { type: 'boolean' }, reference: text },
    run: takeStock,
  },
}
