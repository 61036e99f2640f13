import { basename } from 'node:path'
import type { InventoryClient, Item } from '../../../client'
import { type Options, UsageError } from '../../command-line'
import { listenForStop } from '../../stop'
import { openCustomer } from '../customer'
import { findItems } from '../find-items'
import { Progress } from '../progress'
import { describeMapping, mapColumns, requireColumns } from '../sheet/mapping'
import { readSheet } from '../sheet/sheet'
import { listSpoiled } from '../sheet/spoiled-codes'
import { warn } from '../sheet/warn'
import { findBooked, isBooked, nameSheet } from './booked-counts'
import {
  type Counted,
  type CountRow,
  compareCounts,
  countColumns,
  matchItems,
  type RefusedRow,
  readCounts,
  type Stocktake,
} from './count-rows'
import { formatCounts, formatDifferences, formatMoved } from './report'
import { readSequences, type Sending, type Sent, sendCounts } from './send-counts'

type Desk = { client: InventoryClient; progress: Progress }

/** Compares the sheet with the inventory, and books the counts. Sets the exit status to 1 where a row is left. */
export async function takeStock(options: Options, file: string): Promise<void> {
  const sheet = readSheet(file, options)
  const reference = readReference(file, options)
  const progress = new Progress()
  const desk = { client: await openCustomer(options, (text) => progress.note(text)), progress }
  const mapping = mapColumns(sheet.header, countColumns, options)
  requireColumns(sheet.header, mapping, ['sku', 'counted'])
  console.error(describeMapping(sheet.header, mapping))
  const rows = readCounts(sheet, mapping)
  const sending = { client: desk.client, reference, note: nameSheet(rows) }
  const items = await lookUp(rows, desk)
  warn(listSpoiled(sheet, mapping, new Set(items.keys())))
  const { counted, refused } = matchItems(rows, items)
  const isDry = options['dry-run'] === true
  const found = isDry
    ? compareCounts(counted, refused, await findBooked(sending))
    : await readStandings(counted, refused, { ...desk, ...sending })
  if (found.different.length > 0) console.log(`${formatDifferences(found.different)}\n`)
  if (isDry) return report(found, 'dry run', desk)
  await book(found, { ...desk, ...sending })
}

/** At most 255 characters, as the service allows. */
function readReference(file: string, { reference }: Options): string {
  if (typeof reference !== 'string') return file === '-' ? 'stocktake' : basename(file).slice(0, 255)
  if (reference.length > 255) throw new UsageError('--reference has more than 255 characters')
  return reference
}

/** The items by their SKUs. */
async function lookUp(rows: CountRow[], { client, progress }: Desk): Promise<Map<string, Item>> {
  progress.begin('Looking up')
  try {
    const skus = new Set(rows.flatMap((row) => ('sku' in row ? [row.sku] : [])))
    return await findItems(client, skus, (done, total) => progress.update(done, total))
  } finally {
    progress.end()
  }
}

type Booking = Desk & Sending

/** Compares the rows with their items as they stand now. What was booked is looked for then: it is in lists now. */
async function readStandings(counted: Counted[], refused: RefusedRow[], booking: Booking): Promise<Stocktake> {
  const { progress, ...sending } = booking
  const rows: Counted[] = []
  progress.begin('Comparing')
  try {
    for (let open = counted; open.length > 0; ) {
      const moving: Counted[] = []
      for await (const sent of readSequences(open, sending)) {
        for (const { row, code, problem } of sent)
          if (code === null) rows.push(row)
          else if (code === 'version_conflict') moving.push(await lookAgain(row, sending))
          else refused.push({ place: row.places.sku, problem })
        progress.update(rows.length, counted.length)
      }
      open = moving
    }
    return compareCounts(rows, refused, await findBooked(sending))
  } finally {
    progress.end()
  }
}

/** An item that has moved since it was looked up: the row expects what it had. */
async function lookAgain(row: Counted, { client }: Sending): Promise<Counted> {
  return { ...row, expected: row.expected ?? row.item.quantity, item: await client.getItem(row.item.id) }
}

/** Books what was found, and reports what has become of it, also if it is ended before. */
async function book(found: Stocktake, booking: Booking): Promise<void> {
  const booked: Stocktake = { ...found, different: [], equal: [] }
  const signal = listenForStop()
  try {
    for await (const done of bookRows(found, booked, booking, signal))
      booking.progress.update(done, found.different.length + found.equal.length)
  } catch (error) {
    booking.progress.end()
    console.log(formatCounts(booked, 'booked'))
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${message}\nThe stocktake has not ended. Run it again: what was booked from this sheet is left out.`,
    )
  }
  booking.progress.end()
  await report(booked, 'booked', booking)
}

/** Yields how many rows are done. Each goes to where it belongs in `booked`. */
async function* bookRows(found: Stocktake, booked: Stocktake, booking: Booking, signal: AbortSignal) {
  const { progress, ...sending } = booking
  let done = 0
  progress.begin('Counting')
  for (const kind of ['different', 'equal'] as const)
    for await (const sent of sendCounts(found[kind], { ...sending, signal })) {
      for (const row of sent) await keep(row, booked[kind], booked, sending)
      done += sent.length
      yield done
    }
}

async function keep(sent: Sent, counted: Counted[], booked: Stocktake, sending: Sending): Promise<void> {
  const { row, code, problem } = sent
  if (code === null) counted.push(row)
  else if (code === 'version_conflict') {
    const moved = { ...row, expected: row.item.quantity, item: await sending.client.getItem(row.item.id) }
    // Another run may have booked the row after this one looked.
    const kind = (await isBooked(row.item.id, sending)) ? booked.done : booked.moved
    kind.push(moved)
  } else booked.refused.push({ place: row.places.sku, problem })
}

async function report(stocktake: Stocktake, kind: 'dry run' | 'booked', { client }: Desk): Promise<void> {
  const { moved, refused } = stocktake
  console.log(formatCounts(stocktake, kind))
  for (const { place, problem } of refused) console.log(`${place}: ${problem}`)
  if (moved.length > 0 || refused.length > 0) process.exitCode = 1
  if (moved.length > 0)
    console.log(
      `\nMoved since the sheet was printed, and not overwritten: count again.\n${await formatMoved(client, moved)}`,
    )
}
