import { LogCounts } from '../../domain/log/log-counts'
import { dayMs, formatDate } from '../../domain/time'
import type { Table } from '../../store/client'
import type { CountedPart } from '../../store/log/counted-parts'
import { putDayCounts, readDayCounts } from '../../store/log/day-counts'
import { makeTimeKey, readLog } from '../../store/log/log-reader'
import { readStretchPages } from '../../store/log/stretch-pages'
import type { Row } from '../../store/schema'
import { countReading } from './counted-log'
import { cutStretches, getDay, parseStretches, rowsOfStretch, type Stretch, storeStretches } from './stretches'

/** Well after midnight, so that a row is counted even if it was committed much later than we assume. */
const finalAfterMs = 3_600_000
/** Parts of the log are counted at the same time. One part at a time takes about twice as long. */
const partsAtOnce = 4
const daysOfPart = 7

/** In days since 1970-01-01 UTC. */
export function computeLastFinalDay(now: number): number {
  return Math.floor((now - finalAfterMs) / dayMs) - 1
}

/** Counts the days that are over from their rows, for good, and stores them in order. Can be interrupted. */
export async function finishDays(table: Table, companyId: string): Promise<void> {
  const days = await readDayCounts(table, companyId)
  const { first, last } = await findOpenDays(table, companyId, days)
  for (let from = first; from <= last; from += partsAtOnce * daysOfPart) {
    const starts = Array.from({ length: partsAtOnce }, (_, part) => from + part * daysOfPart)
    const counted = await Promise.all(
      starts
        .filter((start) => start <= last)
        .map((start) => countDays(table, companyId, { first: start, last: Math.min(last, start + daysOfPart - 1) })),
    )
    for (const stretches of counted.flat()) {
      days.push(await finishDay(table, companyId, stretches))
      const month = days.at(-1)?.end.slice(0, 7) ?? ''
      await putDayCounts(table, companyId, { month, days: days.filter(({ end }) => end.startsWith(month)) })
    }
  }
}

/** How many days are over and not counted. */
export async function countOpenDays(table: Table, companyId: string): Promise<number> {
  const { first, last } = await findOpenDays(table, companyId, await readDayCounts(table, companyId))
  return Math.max(0, last - first + 1)
}

/** `first` is after `last` where all are counted. */
async function findOpenDays(table: Table, companyId: string, days: CountedPart[]): Promise<Days> {
  const end = days.at(-1)?.end
  const first = end === undefined ? await findFirstDay(table, companyId) : Date.parse(end) / dayMs + 1
  return { first, last: computeLastFinalDay(table.now()) }
}

/** Infinity where the log is empty. */
async function findFirstDay(table: Table, companyId: string): Promise<number> {
  for await (const [row] of readLog(table, { companyId }, { ...countReading, pageRows: 1 })) if (row) return getDay(row)
  return Number.POSITIVE_INFINITY
}

/** In days since 1970-01-01 UTC, both included. */
type Days = { first: number; last: number }

/** The stretches of each day that has rows, in order. */
async function countDays(table: Table, companyId: string, { first, last }: Days): Promise<Stretch[][]> {
  const range = { companyId, since: first * dayMs - 1, until: (last + 1) * dayMs - 1 }
  const stretches: Stretch[] = []
  let [rest, after]: [Row[], string] = [[], '']
  for await (const page of readLog(table, range, countReading)) {
    const cut = cutStretches([...rest, ...page], after)
    rest = cut.rest
    after = cut.through
    stretches.push(...cut.stretches)
  }
  stretches.push(...cutStretches(rest, after, Number.POSITIVE_INFINITY).stretches)
  const days = new Set(stretches.map(({ day }) => day))
  return [...days].map((day) => stretches.filter((stretch) => stretch.day === day))
}

/** Stores the stretches of a day where readers have stored none, or others. A day of one stretch needs no page. */
async function finishDay(table: Table, companyId: string, stretches: Stretch[]): Promise<CountedPart> {
  const counts = new LogCounts()
  for (const stretch of stretches) counts.merge(stretch.counts)
  const date = formatDate((stretches[0]?.day ?? 0) * dayMs)
  if (stretches.length > 1) {
    const stored = parseStretches(await readStretchPages(table, companyId, { from: date, to: date }))
    if (JSON.stringify(stored) !== JSON.stringify(stretches))
      await storeStretches(table, companyId, stretches, { replace: true })
  }
  return { end: date, counts: counts.toJSON() }
}

/** Of a final day. Counts them where none are stored: the code before stretches has left days without. */
export async function readStretchesOfDay(
  table: Table,
  companyId: string,
  { day, counts }: { day: number; counts: LogCounts },
): Promise<Stretch[]> {
  const [after, through] = [makeTimeKey(day * dayMs), makeTimeKey((day + 1) * dayMs)]
  if (counts.rows <= rowsOfStretch) return [{ day, after, through, counts }]
  const date = formatDate(day * dayMs)
  const stored = parseStretches(await readStretchPages(table, companyId, { from: date, to: date }))
  if (stored.reduce((sum, stretch) => sum + stretch.counts.rows, 0) === counts.rows) return stored
  const counted = (await countDays(table, companyId, { first: day, last: day })).flat()
  await storeStretches(table, companyId, counted, { replace: true })
  return counted
}
