import { Refusal } from '../../domain/errors'
import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import { readBlockPages } from '../../store/log/block-pages'
import { readDayCounts } from '../../store/log/day-counts'
import { makeTimeKey, readLog } from '../../store/log/log-reader'
import type { Table } from '../../store/table/table'
import { settledAfterMs } from '../../store/time/timing'
import { type Block, type CountedRow, countedColumns, cutBlocks, parseBlocks, storeBlocks } from './blocks'

/** How rows are read that are counted. Pages of less than DynamoDB's 1 MB: a local engine may read far beyond it. */
export const countReading = { columns: countedColumns, oldestFirst: true, eventually: true, pageRows: 1_000 }

/** Blocks are stored in the middle of a long count, so that it can be continued. */
const storedAtOnce = 64

/** By day, as the number of days since 1970-01-01 UTC. */
type CountedDays = Map<number, LogCounts>

/** `days` are final: the night has counted them. `blocks` are those of the days after them, oldest first. */
export type CountedLog = { days: CountedDays; blocks: Block[] }

/** What is stored of the counts. */
export async function readCountedLog(table: Table, companyId: string): Promise<CountedLog> {
  const days: CountedDays = new Map()
  for (const { end, counts, units } of await readDayCounts(table, companyId))
    days.set(Date.parse(end) / dayMs, LogCounts.parse(counts, units))
  const pages = await readBlockPages(table, companyId, { from: formatDate(getFirstOpenDay(days) * dayMs) })
  return { days, blocks: parseBlocks(pages) }
}

/** The first day that is not final. */
function getFirstOpenDay(days: CountedDays): number {
  let last = -1
  for (const day of days.keys()) last = Math.max(last, day)
  return last + 1
}

/** The rows after this sort key are not counted. */
export function getCountedThrough({ days, blocks }: CountedLog): string {
  return blocks.at(-1)?.through ?? makeTimeKey(getFirstOpenDay(days) * dayMs)
}

/**
 * Counts what is settled and not counted yet, and stores its blocks. `deadline` is a time of `performance.now()`:
 * after it, what was counted is stored, and the caller is refused with `resource_busy`. The next one counts on.
 */
export async function countSettled(
  table: Table,
  companyId: string,
  counted: CountedLog,
  deadline = Number.POSITIVE_INFINITY,
): Promise<CountedLog> {
  const blocks = [...counted.blocks]
  let [rest, stored, after]: [CountedRow[], number, string] = [[], blocks.length, getCountedThrough(counted)]
  const store = async () => {
    await storeBlocks(table, companyId, blocks, { from: stored })
    stored = blocks.length
  }
  const until = table.now() - settledAfterMs
  for await (const page of readLog(table, { companyId, after, until }, countReading)) {
    const cut = cutBlocks([...rest, ...page], after)
    blocks.push(...cut.blocks)
    rest = cut.rest
    after = cut.through
    if (blocks.length - stored >= storedAtOnce) await store()
    if (performance.now() > deadline) {
      await store()
      throw new Refusal('resource_busy', 'The log is being counted. Try again in a moment.')
    }
  }
  await store()
  return { ...counted, blocks }
}
