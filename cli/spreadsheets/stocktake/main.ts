import { basename } from 'node:path'
import type { InventoryClient } from '../../../client'
import { describeMapping } from '../../../spreadsheets/sheet/mapping'
import { countColumns, type Stocktake } from '../../../spreadsheets/stocktake/count-rows'
import {
  beginBooking,
  bookCounts,
  foresee,
  type OpenStocktake,
  openStocktake,
  readStandings,
} from '../../../spreadsheets/stocktake/stocktake'
import { type Command, flag, type Options, text, UsageError } from '../../command-line'
import { listenForStop } from '../../stop'
import { customerOptions, customerUsage, openCustomer } from '../customer'
import { Progress } from '../progress'
import { chooseColumns, readSheetFile, sheetOptions, sheetUsage } from '../sheet-file'
import { warn } from '../warn'
import { formatCounts, formatDifferences, formatMoved } from './report'

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

/** Compares the sheet with the inventory, and books the counts. Sets the exit status to 1 where a row is left. */
async function takeStock(options: Options, file: string): Promise<void> {
  const sheet = await readSheetFile(file, options)
  const reference = readReference(file, options)
  const progress = new Progress()
  const client = await openCustomer(options, (text) => progress.note(text))
  const mapping = await chooseColumns(sheet, countColumns, ['sku', 'counted'], options)
  console.error(describeMapping(sheet.header, mapping))
  const open = await progress.show('Looking up', (update) =>
    openStocktake({ sheet, mapping }, { client, reference }, update),
  )
  warn(open.warnings)
  const isDry = options['dry-run'] === true
  const found = isDry ? await foresee(open) : await progress.show('Comparing', (update) => readStandings(open, update))
  if (found.different.length > 0) console.log(`${formatDifferences(found.different)}\n`)
  if (isDry) return report(found, 'dry run', client)
  await book(found, open, progress)
}

/** At most 255 characters, as the service allows. */
function readReference(file: string, { reference }: Options): string {
  if (typeof reference !== 'string') return file === '-' ? 'stocktake' : basename(file).slice(0, 255)
  if (reference.length > 255) throw new UsageError('--reference has more than 255 characters')
  return reference
}

/** Books what was found, and reports what has become of it, also if it is ended before. */
async function book(found: Stocktake, { sending }: OpenStocktake, progress: Progress): Promise<void> {
  const booked = beginBooking(found)
  const counts = bookCounts(found, booked, { ...sending, signal: listenForStop() })
  try {
    await progress.show('Counting', async (update) => {
      for await (const done of counts) update(done, found.different.length + found.equal.length)
    })
  } catch (error) {
    console.log(formatCounts(booked, 'booked'))
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${message}\nThe stocktake has not ended. Run it again: what was booked from this sheet is left out.`,
    )
  }
  await report(booked, 'booked', sending.client)
}

async function report(stocktake: Stocktake, kind: 'dry run' | 'booked', client: InventoryClient): Promise<void> {
  const { moved, refused } = stocktake
  console.log(formatCounts(stocktake, kind))
  for (const { place, problem } of refused) console.log(`${place}: ${problem}`)
  if (moved.length > 0 || refused.length > 0) process.exitCode = 1
  if (moved.length > 0)
    console.log(
      `\nMoved since the sheet was printed, and not overwritten: count again.\n${await formatMoved(client, moved)}`,
    )
}

export const command: Command = {
  usage,
  action: {
    argument: 'a sheet',
    options: { ...customerOptions, ...sheetOptions, 'dry-run': flag, reference: text },
    run: takeStock,
  },
}
