import { setTimeout as sleep } from 'node:timers/promises'
import { ItemCatalogue } from '../../domain/catalogue/item-catalogue'
import type { ItemSegments } from '../../domain/catalogue/item-segments'
import { type CutRow, consistentCut } from '../../domain/consistent-cut'
import { Refused } from '../../domain/errors'
import { allOf, type Row, type Table } from '../client'
import { readBase } from '../items/catalogue-base'
import { itemsOfCompany } from '../items/item-scan'
import { wholeLog } from '../log/log-reader'
import { itemAfter, type LogRow } from '../log/log-row'
import { settledAfterMs } from '../timing'

/** How often the log is read again for rows that have not shown themselves yet, and after how many milliseconds. */
const attempts = 20
const pauseMs = 50

const columns = ['sk', 'n', 'item_id', 'rev', 'after', 'previous_at'] as const

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
  return (await allOf(wholeLog(table, { company, since }, { columns }))).map(loggedRow)
}

function loggedRow(row: Row): LoggedRow {
  const { sk, n, item_id, rev, after, previous_at } = row as LogRow
  const [transaction = ''] = sk.split('#')
  const item =
    item_id === undefined || after === undefined ? null : { id: item_id, rev, previousAt: previous_at ?? null }
  return { key: sk, transaction, n, item, item_id, rev, after }
}
