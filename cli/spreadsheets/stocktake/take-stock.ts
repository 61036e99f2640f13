import { basename } from 'node:path'
import type { InventoryClient } from '../../../client'
import { type Options, UsageError } from '../../command-line'
import { listenForStop } from '../../stop'
import { openCustomer } from '../customer'
import { findItems } from '../find-items'
import { Progress } from '../progress'
import { describeMapping, mapColumns, requireColumns } from '../sheet/mapping'
import { readSheet } from '../sheet/sheet'
import { findBooked, nameSheet } from './booked-counts'
import { type Counted, type CountRow, compareCounts, countColumns, readCounts, type Stocktake } from './count-rows'
import { formatCounts, formatDifferences, formatMoved } from './report'
import { type SentCount, sendCounts } from './send-counts'

type Desk = { client: InventoryClient; progress: Progress }

/** Compares the sheet with the inventory, and books the counts. Sets the exit status to 1 where a row is left. */
export async function takeStock(options: Options, file: string): Promise<void> {
  const sheet = readSheet(file, options)
  const reference = readReference(file, options)
  const progress = new Progress()
  const desk = { client: openCustomer(options, (text) => progress.note(text)), progress }
  const mapping = mapColumns(sheet.header, countColumns, options)
  requireColumns(sheet.header, mapping, ['sku', 'counted'])
  console.error(describeMapping(sheet.header, mapping))
  const rows = readCounts(sheet, mapping)
  const note = nameSheet(rows)
  const found = await compareSheet(rows, note, desk)
  if (found.different.length > 0) console.log(`${formatDifferences(found.different)}\n`)
  if (options['dry-run']) return report(found, 'dry run', desk)
  await book(found, { ...desk, reference, note })
}

/** At most 255 characters, as the service allows. */
function readReference(file: string, { reference }: Options): string {
  if (typeof reference !== 'string') return file === '-' ? 'stocktake' : basename(file).slice(0, 255)
  if (reference.length > 255) throw new UsageError('--reference has more than 255 characters')
  return reference
}

async function compareSheet(rows: CountRow[], note: string, { client, progress }: Desk): Promise<Stocktake> {
  progress.begin('Looking up')
  try {
    const skus = new Set(rows.flatMap((row) => ('sku' in row ? [row.sku] : [])))
    const items = await findItems(client, skus, (done, total) => progress.update(done, total))
    return compareCounts(rows, items, await findBooked(client, note))
  } finally {
    progress.end()
  }
}

type Booking = Desk & { reference: string; note: string }

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
  const { client, progress, reference, note } = booking
  let done = 0
  progress.begin('Counting')
  for (const kind of ['different', 'equal'] as const)
    for await (const sent of sendCounts(found[kind], { client, reference, note, signal })) {
      for (const row of sent) await keep(row, booked[kind], booked, client)
      done += sent.length
      yield done
    }
}

async function keep(sent: SentCount, counted: Counted[], booked: Stocktake, client: InventoryClient): Promise<void> {
  const { row, outcome, problem } = sent
  if (outcome === 'counted') counted.push(row)
  if (outcome === 'refused') booked.refused.push({ line: row.line, problem: problem ?? '' })
  if (outcome !== 'moved') return
  const item = await client.getItem(row.item.id)
  // A run that was killed may have booked the row after this one looked.
  const kind = item.quantity === row.counted ? booked.done : booked.moved
  kind.push({ ...row, expected: row.item.quantity, item })
}

async function report(stocktake: Stocktake, kind: 'dry run' | 'booked', { client }: Desk): Promise<void> {
  const { moved, refused } = stocktake
  console.log(formatCounts(stocktake, kind))
  for (const { line, problem } of refused) console.log(`line ${line}: ${problem}`)
  if (moved.length > 0 || refused.length > 0) process.exitCode = 1
  if (moved.length > 0)
    console.log(
      `\nMoved since the sheet was printed, and not overwritten: count again.\n${await formatMoved(client, moved)}`,
    )
}
