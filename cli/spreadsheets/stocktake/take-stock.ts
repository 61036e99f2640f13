import { basename } from 'node:path'
import type { InventoryClient } from '../../../client'
import type { Options } from '../../command-line'
import { openCustomer } from '../customer'
import { findItems } from '../find-items'
import { Progress } from '../progress'
import { describeMapping, mapColumns, requireColumns } from '../sheet/mapping'
import { readSheet, type Sheet } from '../sheet/sheet'
import { listenForStop } from '../stop'
import { type Counted, compareCounts, countColumns, readCounts, type Stocktake } from './count-rows'
import { formatCounts, formatDifferences, formatMoved } from './report'
import { type SentCount, sendCounts } from './send-counts'

type Desk = { client: InventoryClient; progress: Progress }

/** Compares the sheet with the inventory, and books the counts. Sets the exit status to 1 where a row is left. */
export async function takeStock(file: string, options: Options): Promise<void> {
  const sheet = readSheet(file, options)
  const progress = new Progress()
  const desk = { client: openCustomer(options, (text) => progress.note(text)), progress }
  const found = await readStocktake(sheet, options, desk)
  if (found.different.length > 0) console.log(`${formatDifferences(found.different)}\n`)
  if (options['dry-run']) return report(found, 'dry run', desk)
  const booked: Stocktake = { ...found, different: [], equal: [] }
  try {
    await book(found, booked, {
      ...desk,
      reference: String(options.reference ?? (file === '-' ? 'stocktake' : basename(file))),
    })
  } finally {
    progress.end()
    await report(booked, 'booked', desk)
  }
}

async function readStocktake(sheet: Sheet, options: Options, { client, progress }: Desk): Promise<Stocktake> {
  const mapping = mapColumns(sheet.header, countColumns, options)
  requireColumns(sheet.header, mapping, ['sku', 'counted'])
  console.error(describeMapping(sheet.header, mapping))
  const rows = readCounts(sheet, mapping)
  progress.begin('Looking up')
  try {
    const skus = new Set(rows.flatMap((row) => ('sku' in row ? [row.sku] : [])))
    return compareCounts(rows, await findItems(client, skus, (done, total) => progress.update(done, total)))
  } finally {
    progress.end()
  }
}

/** Books what was found. Each row goes to where it belongs in `booked`. */
async function book(found: Stocktake, booked: Stocktake, desk: Desk & { reference: string }): Promise<void> {
  const { client, progress, reference } = desk
  const signal = listenForStop()
  const total = found.different.length + found.equal.length
  let done = 0
  progress.begin('Counting')
  for (const kind of ['different', 'equal'] as const)
    for await (const sent of sendCounts(found[kind], { client, reference, signal })) {
      for (const row of sent) await keep(row, booked[kind], booked, client)
      done += sent.length
      progress.update(done, total)
    }
}

async function keep(
  { row, problem, outcome }: SentCount,
  counted: Counted[],
  { moved, refused }: Stocktake,
  client: InventoryClient,
) {
  if (outcome === 'counted') counted.push(row)
  else if (outcome === 'refused') refused.push({ line: row.line, problem: problem ?? '' })
  else moved.push({ ...row, expected: row.item.quantity, item: await client.getItem(row.item.id) })
}

async function report(stocktake: Stocktake, kind: 'dry run' | 'booked', { client }: Desk): Promise<void> {
  const { moved, refused } = stocktake
  console.log(formatCounts(stocktake, kind))
  if (moved.length > 0)
    console.log(
      `\nMoved since the sheet was printed, and not overwritten: count again.\n${await formatMoved(client, moved)}`,
    )
  for (const { line, problem } of refused) console.log(`line ${line}: ${problem}`)
  if (moved.length > 0 || refused.length > 0) process.exitCode = 1
}
