import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { Catalogue } from '../../catalogue/columns/catalogue'
import { itemsSource } from '../../catalogue/items/item-catalogue'
import { type ItemCatalogue, type ItemSegments, liveItems } from '../../catalogue/items/item-layout'
import { readBase } from '../../catalogue/replica/base'
import { packRows } from '../../catalogue/replica/source'
import { Refusal } from '../../domain/errors'
import { type CutRow, findConsistentCut } from '../../domain/snapshots/consistent-cut'
import { readLog } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import { unpackItem } from '../../store/log/packed-item'
import { collectPages, type Table } from '../../store/table/table'
import { settledAfterMs } from '../../store/time/timing'

/** How often the log is read again for rows that are missing from the reads, and the pause in milliseconds. */
const attempts = 20
const pauseMs = 50

const LogColumns = z.object({
  sk: z.string(),
  n: z.int(),
  rev: z.int(),
  item_id: z.string().optional(),
  after: z.string(),
  previous_at: z.int().optional(),
})
const columns = LogColumns.keyof().options

type ItemCutRow = CutRow & Pick<LogRow, 'item_id' | 'rev' | 'after'>

/**
 * Reads all live items at one moment: every change that was acknowledged before the call, and each database transaction
 * whole or not at all. A Query alone may return one of its rows without another. Refused with `resource_busy` where no
 * consistent cut is found in time.
 */
export async function readItemsAtOnce(table: Table, companyId: string): Promise<ItemSegments> {
  const { catalogue, watermark } = await start(table, companyId)
  const since = watermark - settledAfterMs - 1
  const base = { rev: (id: string) => catalogue.getRevision(id), unsettled: catalogue.findChangedAfter(since), since }
  const began = table.now()
  const first = await readRowsSince(table, companyId, since)
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The first read has seen everything that was settled when it began, so the second begins there.
    const second = await readRowsSince(table, companyId, Math.max(since, began - settledAfterMs - 1))
    const rows = findConsistentCut(base, first, second)
    if (rows !== null) {
      for (const row of rows) catalogue.apply(unpackItem(row))
      return catalogue.select(liveItems)
    }
    await sleep(pauseMs)
  }
  throw new Refusal('resource_busy', 'The inventory is changing too fast to be copied. Try again in a moment.')
}

/** Some items are as they were at `watermark`, some as they were later. The clock is read before the rows. */
async function start(table: Table, companyId: string): Promise<{ catalogue: ItemCatalogue; watermark: number }> {
  const base = await readBase(table, companyId, itemsSource)
  if (base) return { catalogue: base.catalogue, watermark: base.head.through }
  const watermark = table.now()
  return { catalogue: new Catalogue(await packRows(table, companyId, itemsSource)), watermark }
}

async function readRowsSince(table: Table, companyId: string, since: number): Promise<ItemCutRow[]> {
  return (await collectPages(readLog(table, { companyId, since }, { columns }))).map((row) =>
    toCutRow(LogColumns.parse(row)),
  )
}

function toCutRow({ sk, n, item_id, rev, after, previous_at }: z.infer<typeof LogColumns>): ItemCutRow {
  const [transaction = ''] = sk.split('#')
  const item = item_id === undefined ? null : { id: item_id, rev, previousAt: previous_at ?? null }
  return { key: sk, transaction, n, item, item_id, rev, after }
}
