import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { readBase } from '../../catalogue/items/item-base'
import { ItemCatalogue } from '../../catalogue/items/item-catalogue'
import { itemsOfCompany } from '../../catalogue/items/item-scan'
import type { ItemSegments } from '../../catalogue/items/item-segments'
import { Refused } from '../../domain/errors'
import { type CutRow, consistentCut } from '../../domain/snapshots/consistent-cut'
import { allOf, type Table } from '../../store/client'
import { wholeLog } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { itemAfter } from '../../store/log/packed-item'
import { settledAfterMs } from '../../store/timing'

/** How often the log is read again for rows that have not shown themselves yet, and after how many milliseconds. */
const attempts = 20
const pauseMs = 50

/** What a cut reads of a log row. */
const LogColumns = z.object({
  sk: z.string(),
  n: z.int(),
  rev: z.int(),
  item_id: z.string().optional(),
  after: z.string().optional(),
  previous_at: z.int().optional(),
})
const columns = Object.keys(LogColumns.shape)

type LoggedRow = CutRow & Pick<LogRow, 'item_id' | 'rev' | 'after'>

/**
 * All live items of a company at one moment: every change that was acknowledged before the call is in it, and no transaction is
 * in it by half. A Query alone may show one row of a transaction without another. Refused with `resource_busy` where the log does not
 * come to rest.
 */
export async function itemsAtOnce(table: Table, company: string): Promise<ItemSegments> {
  const { segments, watermark } = await start(table, company)
  const catalogue = new ItemCatalogue(segments)
  const since = watermark - settledAfterMs - 1
  const base = { rev: (id: string) => catalogue.rev(id), unsettled: segments.changedAfter(since), since }
  const began = table.now()
  const first = await loggedSince(table, company, since)
  for (let attempt = 0; attempt < attempts; attempt++) {
    // What was settled when the first read began, that read has seen in full.
    const second = await loggedSince(table, company, Math.max(since, began - settledAfterMs - 1))
    const rows = consistentCut(base, first, second)
    if (rows !== null) {
      for (const row of rows) catalogue.apply(itemAfter(row))
      return catalogue.live()
    }
    await sleep(pauseMs)
  }
  throw new Refused('resource_busy', 'The inventory is changing too fast to be copied. Try again in a moment.')
}

/** Items as they were in part at `watermark`, in part later. The clock is read before the rows are. */
async function start(table: Table, company: string): Promise<{ segments: ItemSegments; watermark: number }> {
  const base = await readBase(table, company)
  if (base) return { segments: base.segments, watermark: base.head.watermark }
  const watermark = table.now()
  return { segments: await itemsOfCompany(table, company), watermark }
}

async function loggedSince(table: Table, company: string, since: number): Promise<LoggedRow[]> {
  return (await allOf(wholeLog(table, { company, since }, { columns }))).map((row) => loggedRow(LogColumns.parse(row)))
}

function loggedRow({ sk, n, item_id, rev, after, previous_at }: z.infer<typeof LogColumns>): LoggedRow {
  const [transaction = ''] = sk.split('#')
  const item =
    item_id === undefined || after === undefined ? null : { id: item_id, rev, previousAt: previous_at ?? null }
  return { key: sk, transaction, n, item, item_id, rev, after }
}
