import { basename } from 'node:path'
import type { InventoryClient, Transaction } from '../../../client'
import { describeMapping } from '../../../spreadsheets/sheet/mapping'
import { type Counted, countColumns, type Stocktake } from '../../../spreadsheets/stocktake/count-rows'
import {
  beginBooking,
  bookCounts,
  countKinds,
  foresee,
  listMovements,
  type OpenStocktake,
  openStocktake,
  readStandings,
} from '../../../spreadsheets/stocktake/stocktake'
import { type Command, flag, listenForStop, type Options, text, UsageError } from '../../command-line'
import { makeProgress } from '../../long-work'
import { customerOptions, customerUsage, openCustomer } from '../customer'
import { chooseColumns, readSheetFile, sheetOptions, sheetUsage } from '../files'

const usage = `Corrects quantities by a counted sheet: a CSV file or a workbook (.xlsx, .ods).

  npx inventory stocktake FILE [options]      FILE is - for standard input

  The sheet has a column 'sku' and a column 'counted'. A row whose counted cell is empty was not counted, and is left
  out. A column 'quantity' has what the service showed when the sheet was printed, as 'npx inventory export items' writes
  it: an item that has moved since is listed with its movements, and not overwritten. Count it again. Without this
  column, an item is left alone only if it moves while the command runs.

  Every other counted item gets a movement of the type 'count', also where the count is right. A stocktake that was
  ended can be run again with the same sheet: what was booked from it is left out.

  --dry-run        shows the differences as a table, and changes nothing
  --allow-lookalikes  counts rows whose SKU is easily taken for another one, too
  --reference R    of the movements (default: the name of the file)
${sheetUsage}
${customerUsage}

  The exit status is 0 if every counted row is done, 1 if some were not, and 2 for wrong options.

  npx inventory export items --out sheet.csv          print it, and add a column 'counted'
  npx inventory stocktake sheet.csv --dry-run`

/** Compares the sheet with the inventory, and books the counts. Sets the exit status to 1 where a row is left. */
async function takeStock(options: Options, file: string): Promise<void> {
  const sheet = await readSheetFile(file, options, { fields: countColumns, required: ['sku', 'counted'] })
  const reference = readReference(file, options)
  const client = await openCustomer(options, console.error)
  const mapping = await chooseColumns(sheet, countColumns, ['sku', 'counted'], options)
  console.error(describeMapping(sheet.header, mapping))
  const allowsLookalikes = options['allow-lookalikes'] === true
  const counts = { sheet, mapping, allowsLookalikes }
  const open = await openStocktake(counts, { client, reference }, makeProgress('looked up', console.error))
  const isDry = options['dry-run'] === true
  const found = isDry ? await foresee(open) : await readStandings(open, makeProgress('rows compared', console.error))
  if (found.different.length > 0) console.log(`${formatDifferences(found.different)}\n`)
  if (isDry) return report(found, 'dry run', client)
  await book(found, open)
}

/** At most 255 characters, as the service allows. */
function readReference(file: string, { reference }: Options): string {
  if (typeof reference !== 'string') return file === '-' ? 'stocktake' : basename(file).slice(0, 255)
  if (reference.length > 255) throw new UsageError('--reference has more than 255 characters')
  return reference
}

/** Books what was found, and reports what has become of it, also if it is ended before. */
async function book(found: Stocktake, { sending }: OpenStocktake): Promise<void> {
  const booked = beginBooking(found)
  const counts = bookCounts(found, booked, { ...sending, signal: listenForStop() })
  try {
    const tellProgress = makeProgress('rows counted', console.error)
    for await (const done of counts) tellProgress(done, found.different.length + found.equal.length)
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
    console.log(`\nMoved meanwhile, and not overwritten: count again.\n${await formatMoved(client, moved)}`)
}

export const command: Command = {
  usage,
  action: {
    argument: 'a sheet',
    options: { ...customerOptions, ...sheetOptions, 'dry-run': flag, 'allow-lookalikes': flag, reference: text },
    run: takeStock,
  },
}

const shown = 20

/** The rows whose count is another than the quantity. */
function formatDifferences(rows: Counted[]): string {
  const lines = rows.map(({ line, sku, counted, item }) => {
    const { name, quantity } = item
    return [String(line), sku, shorten(name), String(quantity), String(counted), formatChange(counted - quantity)]
  })
  return formatTable(['line', 'sku', 'name', 'quantity', 'counted', 'difference'], lines)
}

/** The rows that have moved meanwhile, the first of them with their movements since. */
async function formatMoved(client: InventoryClient, rows: Counted[]): Promise<string> {
  const lines: string[] = []
  for (const [index, { places, sku, expected, counted, item }] of rows.entries()) {
    lines.push(
      `${places.counted}: ${sku} had ${expected ?? 'another quantity'}, has ${item.quantity} now; counted ${counted}`,
    )
    if (index < shown)
      lines.push(...(await listMovements(client, item.id, expected)).map((row) => `  ${describeMovement(row)}`))
  }
  return lines.join('\n')
}

function describeMovement({ created_at, type, quantity_change, quantity_after, reference }: Transaction): string {
  const what = reference === null ? type : `${type} (${reference})`
  return `${created_at}  ${formatChange(quantity_change)} → ${quantity_after}  ${what}`
}

/** How many rows of each kind. */
function formatCounts(stocktake: Stocktake, kind: 'dry run' | 'booked'): string {
  const counts = countKinds(stocktake, kind)
  if (counts.length === 0) return 'No row was counted.'
  return counts.map(({ word, rows }) => `  ${word.padEnd(12)} ${String(rows).padStart(8)}`).join('\n')
}

/** Columns of numbers stand at the right. */
function formatTable(header: string[], rows: string[][]): string {
  const columns = header.map((name, column) => measureColumn([name, ...rows.map((cells) => cells[column] ?? '')]))
  const pad = (cell: string, column: number) => {
    const { width, isNumber } = columns[column] ?? { width: 0, isNumber: false }
    const padding = ' '.repeat(Math.max(0, width - [...cell].length))
    return isNumber ? padding + cell : cell + padding
  }
  return [header, ...rows].map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n')
}

/** The first cell is the name of the column. */
function measureColumn(cells: string[]): { width: number; isNumber: boolean } {
  const width = cells.reduce((most, cell) => Math.max(most, [...cell].length), 0)
  return { width, isNumber: cells.slice(1).every((cell) => /^[+-]?\d+$/.test(cell)) }
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name
}

function formatChange(change: number): string {
  return change > 0 ? `+${change}` : String(change)
}
