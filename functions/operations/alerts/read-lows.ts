import { type Item, isInTrash } from '../../domain/items/item'
import { isLow } from '../../domain/items/stock-level'
import { Reader } from '../../store/commit/reader'
import { readLog } from '../../store/log/log-reader'
import { parseLogRow } from '../../store/log/log-row'
import type { ReadUsage, Table } from '../../store/table/table'
import { isCrossing } from './note-crossings'

/** 10 MB of the log, which is read in halves of units: it is settled. The rest is for the next mail. */
const maxReadUnits = 1_280
const maxItems = 2_000
const pageRows = 1_000

/** An item that is low. `place`: of the change in the log by which it became low. */
export type LowItem = { place: string; item: Item }

/** Both are places in the log. `cursor` is exclusive. */
export type CrossingRange = { companyId: string; cursor: string; until: string }

/**
 * What has become low and still is, each item once, in the order of their last crossings. `until`: how far the log was
 * read, where that is less than was asked for.
 */
export async function readLows(table: Table, range: CrossingRange): Promise<{ lows: LowItem[]; until: string }> {
  const { places, until } = await readCrossings(table, range)
  const items = await new Reader(table, range.companyId).items(places.keys())
  const lows = [...places].flatMap(([id, place]) => {
    const item = items.get(id)
    return item && !isInTrash(item) && isLow(item) ? [{ place, item }] : []
  })
  return { lows: lows.sort((a, b) => (a.place < b.place ? -1 : 1)), until }
}

/** The last crossing of each item, by its id. */
async function readCrossings(table: Table, { companyId, cursor, until }: CrossingRange) {
  const places = new Map<string, string>()
  const usage: ReadUsage = { units: 0 }
  const range = { companyId, after: cursor, through: until }
  for await (const rows of readLog(table, range, { oldestFirst: true, eventually: true, pageRows, usage })) {
    for (const row of rows) if (row.action && isCrossing(parseLogRow(row))) places.set(row.resource_id, row.sk)
    const last = rows.at(-1)
    if (last && (usage.units >= maxReadUnits || places.size >= maxItems)) return { places, until: last.sk }
  }
  return { places, until }
}
