import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import { type BlockPage, putBlockPage } from '../../store/log/block-pages'
import type { CountedPart } from '../../store/log/counted-parts'
import { getTime, makeTimeKey } from '../../store/log/log-reader'
import type { LogRow } from '../../store/log/log-row'
import type { Table } from '../../store/table/table'

export const countedColumns = [
  'sk',
  'action',
  'resource_type',
  'type',
  'user_id',
  'quantity_change',
  'business_date',
] as const
/** What is read of a log row to count it. */
export type CountedRow = Pick<LogRow, (typeof countedColumns)[number]>

/** The last block of a day can have fewer. */
export const rowsOfBlock = 500
const blocksOfPage = 64

/**
 * Settled rows of one day: `after` is exclusive, `through` inclusive, both sort keys. `day` is the number of days since
 * 1970-01-01 UTC. Who counts the same rows makes the same blocks.
 */
export type Block = { day: number; after: string; through: string; counts: LogCounts }

/**
 * Cuts blocks off the beginning of settled rows, oldest first, that follow `after`. The rest is too little for one.
 * A day is over where a row of a later one follows, or where the caller knows that no more of it follow: `overBefore`.
 */
export function cutBlocks(
  rows: CountedRow[],
  after: string,
  overBefore = 0,
): { blocks: Block[]; rest: CountedRow[]; through: string } {
  const blocks: Block[] = []
  let through = after
  let from = 0
  for (let size = measureBlock(rows, from, overBefore); size > 0; size = measureBlock(rows, from, overBefore)) {
    const block = countBlock(rows.slice(from, from + size), through)
    blocks.push(block)
    through = block.through
    from += size
  }
  return { blocks, rest: rows.slice(from), through }
}

/** The number of rows of the next block, from a position on. 0 where there are too few rows. */
function measureBlock(rows: CountedRow[], from: number, overBefore: number): number {
  const first = rows[from]
  if (first === undefined) return 0
  const dayEnd = (getDay(first) + 1) * dayMs
  const endKey = makeTimeKey(dayEnd)
  const until = Math.min(rows.length, from + rowsOfBlock)
  for (let at = from; at < until; at++) if ((rows[at]?.sk ?? '') > endKey) return at - from
  if (until - from === rowsOfBlock) return rowsOfBlock
  return dayEnd <= overBefore ? until - from : 0
}

function countBlock(rows: CountedRow[], after: string): Block {
  const counts = new LogCounts()
  for (const row of rows) counts.add(row)
  const day = getDay(rows[0] as CountedRow)
  return { day, after: laterKey(after, makeTimeKey(day * dayMs)), through: rows.at(-1)?.sk ?? '', counts }
}

function laterKey(a: string, b: string): string {
  return a > b ? a : b
}

/** In days since 1970-01-01 UTC. */
export function getDay(row: Pick<LogRow, 'sk'>): number {
  return Math.floor(getTime(row) / dayMs)
}

/** In order. */
export function parseBlocks(pages: BlockPage[]): Block[] {
  const blocks: Block[] = []
  for (const { date, blocks: parts } of pages) {
    const day = Date.parse(date) / dayMs
    for (const { end, counts, units } of parts) {
      const after = laterKey(blocks.at(-1)?.through ?? '', makeTimeKey(day * dayMs))
      blocks.push({ day, after, through: end, counts: LogCounts.parse(counts, units) })
    }
  }
  return blocks
}

/** Stores the pages of these blocks from the position `from` on. `blocks` must begin with the first of a day. */
export async function storeBlocks(
  table: Table,
  companyId: string,
  blocks: Block[],
  { from = 0, replace = false } = {},
): Promise<void> {
  for (const page of toPages(blocks, from)) await putBlockPage(table, companyId, page, { replace })
}

function toPages(blocks: Block[], from: number): BlockPage[] {
  const pages: BlockPage[] = []
  for (const day of new Set(blocks.slice(from).map((block) => block.day))) {
    const start = blocks.findIndex((block) => block.day === day)
    const parts = blocks.filter((block) => block.day === day).map(({ through, counts }) => toPart(through, counts))
    const first = Math.floor(Math.max(0, from - start) / blocksOfPage)
    for (let number = first; number * blocksOfPage < parts.length; number++)
      pages.push({
        date: formatDate(day * dayMs),
        number,
        blocks: parts.slice(number * blocksOfPage, (number + 1) * blocksOfPage),
      })
  }
  return pages
}

export function toPart(end: string, counts: LogCounts): CountedPart {
  return { end, counts: counts.toJSON(), units: counts.units }
}
