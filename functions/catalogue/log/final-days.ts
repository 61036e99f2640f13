import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import { readBlockPages } from '../../store/log/block-pages'
import type { CountedPart } from '../../store/log/counted-parts'
import { putDayCounts, readDayCounts } from '../../store/log/day-counts'
import { makeTimeKey, readLog } from '../../store/log/log-reader'
import type { Table } from '../../store/table/table'
import { type Block, type CountedRow, cutBlocks, getDay, parseBlocks, rowsOfBlock, storeBlocks, toPart } from './blocks'
import { countReading } from './counted-log'

/** Well after midnight, so that a row is counted even if it was committed much later than we assume. */
const finalAfterMs = 3_600_000
/** So many are counted by one reading of the log. */
const daysAtOnce = 28

/** In days since 1970-01-01 UTC. */
export function computeLastFinalDay(now: number): number {
  return Math.floor((now - finalAfterMs) / dayMs) - 1
}

/**
 * Counts the days that are over from their rows, for good, and stores them in order. Can be interrupted. False where it
 * was not through at `until`, in epoch milliseconds: what it has counted by then is stored.
 */
export async function finishDays(table: Table, companyId: string, until = Number.POSITIVE_INFINITY): Promise<boolean> {
  const days = await readDayCounts(table, companyId)
  const { first, last } = await findOpenDays(table, companyId, days)
  for (let from = first; from <= last; from += daysAtOnce) {
    const counted = await countDays(table, companyId, { first: from, last: Math.min(last, from + daysAtOnce - 1) })
    for (const blocks of counted) {
      days.push(await finishDay(table, companyId, blocks))
      const month = days.at(-1)?.end.slice(0, 7) ?? ''
      await putDayCounts(table, companyId, { month, days })
    }
    if (table.now() >= until && from + daysAtOnce <= last) return false
  }
  return true
}

/** `first` is the first day after the counted ones that has rows: after `last` where all are counted. */
async function findOpenDays(table: Table, companyId: string, days: CountedPart[]): Promise<Days> {
  const last = computeLastFinalDay(table.now())
  const end = days.at(-1)?.end
  const next = end === undefined ? 0 : Date.parse(end) / dayMs + 1
  const first = next > last ? next : await findFirstDay(table, { companyId, since: next * dayMs - 1 })
  return { first, last }
}

/** Infinity where there are no rows. A company in which nothing happens is asked once a night, however long ago. */
async function findFirstDay(table: Table, range: { companyId: string; since: number }): Promise<number> {
  for await (const [row] of readLog(table, range, { ...countReading, pageRows: 1 })) if (row) return getDay(row)
  return Number.POSITIVE_INFINITY
}

/** In days since 1970-01-01 UTC, both included. */
type Days = { first: number; last: number }

/** The blocks of each day that has rows, in order. */
async function countDays(table: Table, companyId: string, { first, last }: Days): Promise<Block[][]> {
  const range = { companyId, since: first * dayMs - 1, until: (last + 1) * dayMs - 1 }
  const blocks: Block[] = []
  let [rest, after]: [CountedRow[], string] = [[], '']
  for await (const page of readLog(table, range, countReading)) {
    const cut = cutBlocks([...rest, ...page], after)
    rest = cut.rest
    after = cut.through
    blocks.push(...cut.blocks)
  }
  blocks.push(...cutBlocks(rest, after, Number.POSITIVE_INFINITY).blocks)
  const days = new Set(blocks.map(({ day }) => day))
  return [...days].map((day) => blocks.filter((block) => block.day === day))
}

/** Stores the blocks of a day where readers have stored none, or others. A day of one block needs no page. */
async function finishDay(table: Table, companyId: string, blocks: Block[]): Promise<CountedPart> {
  const date = formatDate((blocks[0]?.day ?? 0) * dayMs)
  if (blocks.length > 1) {
    const stored = parseBlocks(await readBlockPages(table, companyId, { from: date, to: date }))
    if (JSON.stringify(stored) !== JSON.stringify(blocks))
      await storeBlocks(table, companyId, blocks, { replace: true })
  }
  return toPart(date, addUp(blocks))
}

function addUp(blocks: Block[]): LogCounts {
  const counts = new LogCounts()
  for (const block of blocks) counts.merge(block.counts)
  return counts
}

/** Of a final day. Counts them where they are not all there: the night is replacing them, or a repair deleted some. */
export async function readBlocksOfDay(
  table: Table,
  companyId: string,
  { day, counts }: { day: number; counts: LogCounts },
): Promise<Block[]> {
  const [after, through] = [makeTimeKey(day * dayMs), makeTimeKey((day + 1) * dayMs)]
  if (counts.rows <= rowsOfBlock) return [{ day, after, through, counts }]
  const date = formatDate(day * dayMs)
  const stored = parseBlocks(await readBlockPages(table, companyId, { from: date, to: date }))
  if (stored.reduce((sum, block) => sum + block.counts.rows, 0) === counts.rows) return stored
  const counted = (await countDays(table, companyId, { first: day, last: day })).flat()
  await storeBlocks(table, companyId, counted, { replace: true })
  return counted
}
