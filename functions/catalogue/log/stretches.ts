import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import type { Table } from '../../store/client'
import type { CountedPart } from '../../store/log/counted-parts'
import { getTime, makeTimeKey } from '../../store/log/log-reader'
import { putStretchPage, type StretchPage } from '../../store/log/stretch-pages'
import type { Row } from '../../store/schema'

/** The last stretch of a day can have fewer. */
export const rowsOfStretch = 500
const stretchesOfPage = 64

/**
 * Settled rows of one day: `after` is exclusive, `through` inclusive, both sort keys. `day` is the number of days since
 * 1970-01-01 UTC. Who counts the same rows makes the same stretches.
 */
export type Stretch = { day: number; after: string; through: string; counts: LogCounts }

/**
 * Cuts stretches off the beginning of settled rows, oldest first, that follow `after`. The rest is too little for one.
 * A day is over where a row of a later one follows, or where the caller knows that no more of it follow: `overBefore`.
 */
export function cutStretches(
  rows: Row[],
  after: string,
  overBefore = 0,
): { stretches: Stretch[]; rest: Row[]; through: string } {
  const stretches: Stretch[] = []
  let through = after
  let from = 0
  for (let size = measureStretch(rows, from, overBefore); size > 0; size = measureStretch(rows, from, overBefore)) {
    const stretch = countStretch(rows.slice(from, from + size), through)
    stretches.push(stretch)
    through = stretch.through
    from += size
  }
  return { stretches, rest: rows.slice(from), through }
}

/** The number of rows of the next stretch, from a position on. 0 where there are too few rows. */
function measureStretch(rows: Row[], from: number, overBefore: number): number {
  const first = rows[from]
  if (first === undefined) return 0
  const dayEnd = (getDay(first) + 1) * dayMs
  const endKey = makeTimeKey(dayEnd)
  const until = Math.min(rows.length, from + rowsOfStretch)
  for (let at = from; at < until; at++) if (String(rows[at]?.sk) > endKey) return at - from
  if (until - from === rowsOfStretch) return rowsOfStretch
  return dayEnd <= overBefore ? until - from : 0
}

function countStretch(rows: Row[], after: string): Stretch {
  const counts = new LogCounts()
  for (const row of rows) counts.add(row)
  const day = getDay(rows[0] as Row)
  return { day, after: laterKey(after, makeTimeKey(day * dayMs)), through: String(rows.at(-1)?.sk), counts }
}

function laterKey(a: string, b: string): string {
  return a > b ? a : b
}

/** In days since 1970-01-01 UTC. */
export function getDay(row: Row): number {
  return Math.floor(getTime(row) / dayMs)
}

/** In order. */
export function parseStretches(pages: StretchPage[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { date, stretches: parts } of pages) {
    const day = Date.parse(date) / dayMs
    for (const { end, counts } of parts) {
      const after = laterKey(stretches.at(-1)?.through ?? '', makeTimeKey(day * dayMs))
      stretches.push({ day, after, through: end, counts: LogCounts.parse(counts) })
    }
  }
  return stretches
}

/** Stores the pages of these stretches from the position `from` on. `stretches` must begin with the first of a day. */
export async function storeStretches(
  table: Table,
  companyId: string,
  stretches: Stretch[],
  { from = 0, replace = false } = {},
): Promise<void> {
  for (const page of toPages(stretches, from)) await putStretchPage(table, companyId, page, { replace })
}

function toPages(stretches: Stretch[], from: number): StretchPage[] {
  const pages: StretchPage[] = []
  for (const day of new Set(stretches.slice(from).map((stretch) => stretch.day))) {
    const start = stretches.findIndex((stretch) => stretch.day === day)
    const parts = stretches.filter((stretch) => stretch.day === day).map(toPart)
    const first = Math.floor(Math.max(0, from - start) / stretchesOfPage)
    for (let number = first; number * stretchesOfPage < parts.length; number++)
      pages.push({
        date: formatDate(day * dayMs),
        number,
        stretches: parts.slice(number * stretchesOfPage, (number + 1) * stretchesOfPage),
      })
  }
  return pages
}

function toPart({ through, counts }: Stretch): CountedPart {
  return { end: through, counts: counts.toJSON() }
}
