import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { type LogCounts, type LogFilter, makeLogMatcher } from '../../domain/log/log-counts'
import { dayMs } from '../../domain/time'
import { findEnds, type LogRange, makeReversalMarker, makeTimeKey, readLog } from '../../store/log/log-reader'
import { type LogRow, parseLogRow } from '../../store/log/log-row'
import type { Table } from '../../store/table/table'
import { readBlocksOfDay } from './final-days'
import { type LogReplica, listHeldRows, readLogReplica } from './log-replica'

/** Rows that match are not spread evenly: so many more are read than are needed on average. */
const spareRows = 20

/** `after` is exclusive, `through` inclusive, both sort keys. `split` returns the blocks of a day, in order. */
type LogPart = { after: string; through: string; counts: LogCounts; split?: () => Promise<LogPart[]> }

/**
 * Newest first, with the exact total. The counts of days and blocks make the total, and tell where the page is.
 * Rows are read only of blocks that the page shows, or that are only partly in the range.
 */
export async function readLogPage(
  table: Table,
  range: LogRange,
  filter: LogFilter,
  request: PageRequest,
): Promise<Page<LogRow>> {
  const replica = await readLogReplica(table, range.companyId)
  const page = new LogPage({ table, replica, range, filter }, request)
  page.addRows(listHeldRows(replica))
  for (const block of [...replica.blocks].reverse()) await page.addPart(block)
  for (const day of listDays(table, range.companyId, replica)) await page.addPart(day)
  const rows = page.rows.map(makeReversalMarker(replica.recent.values()))
  return { ...request, rows: rows.map(parseLogRow), total: page.total }
}

export function makeLogPage(rows: LogRow[], request: PageRequest): Page<LogRow> {
  const { rows: shown, ...rest } = slicePage(rows, request)
  return { ...rest, rows: shown.map(parseLogRow) }
}

/** Newest first. */
function listDays(table: Table, companyId: string, { days, opened }: LogReplica): LogPart[] {
  return [...days]
    .sort(([a], [b]) => b - a)
    .map(([day, counts]) => ({
      after: makeTimeKey(day * dayMs),
      through: `${makeTimeKey((day + 1) * dayMs - 1)}~`,
      counts,
      split: async () => {
        const blocks = opened.get(day) ?? (await readBlocksOfDay(table, companyId, { day, counts }))
        opened.set(day, blocks)
        return blocks
      },
    }))
}

type Reading = { table: Table; replica: LogReplica; range: LogRange; filter: LogFilter }

/** Takes the log from its newest part to its oldest. Keeps the rows of the page, and counts all that match. */
class LogPage {
  readonly rows: LogRow[] = []
  total = 0
  private readonly matches: (row: LogRow) => boolean
  private readonly ends: { from: string; to: string }

  constructor(
    private readonly reading: Reading,
    private readonly request: PageRequest,
  ) {
    this.matches = makeLogMatcher(reading.filter)
    this.ends = findEnds(reading.range)
  }

  /** Newest first. */
  addRows(rows: LogRow[]): void {
    const { from, to } = this.ends
    const within = rows.filter((row) => row.sk >= from && row.sk <= to && this.matches(row))
    this.rows.push(...within.slice(this.skipped, this.skipped + this.missing))
    this.total += within.length
  }

  async addPart(part: LogPart): Promise<void> {
    const { after, through, counts } = part
    const { heldAfter } = this.reading.replica
    if (after >= heldAfter || through < this.ends.from || after >= this.ends.to) return // held, or out of the range
    const whole = after >= this.ends.from && through <= this.ends.to
    const held = through > heldAfter
    const total = counts.sum(this.reading.filter)
    if (whole && !held && !this.reaches(total)) this.total += total
    else if (part.split) for (const block of [...(await part.split())].reverse()) await this.addPart(block)
    else if (!whole) this.addRows(await this.readAll(part))
    else await this.addBlock(part, total - (held ? this.countHeld(part) : 0))
  }

  private async addBlock(block: LogPart, total: number): Promise<void> {
    if (this.reaches(total)) this.rows.push(...(await this.readSome(block, total)))
    this.total += total
  }

  /** How many of the next rows that match come before the page. */
  private get skipped(): number {
    return Math.max(0, this.request.offset - this.total)
  }

  private get missing(): number {
    return this.request.limit - this.rows.length
  }

  /** True if the page shows some of the next `total` rows that match. */
  private reaches(total: number): boolean {
    return this.missing > 0 && this.skipped < total
  }

  private countHeld({ after, through }: LogPart): number {
    const held = listHeldRows(this.reading.replica).filter(({ sk }) => sk > after && sk <= through)
    return held.filter(this.matches).length
  }

  private async readAll(block: LogPart): Promise<LogRow[]> {
    const rows: LogRow[] = []
    for await (const page of this.readPages(block, {})) rows.push(...page)
    return rows
  }

  /** Of a block with `total` rows that match and are not held, those of the page. Reads from the nearer end. */
  private async readSome(block: LogPart, total: number): Promise<LogRow[]> {
    const [begin, end] = [this.skipped, Math.min(total, this.skipped + this.missing)]
    const oldestFirst = total - begin < end
    const enough = oldestFirst ? total - begin : end
    const all = total === block.counts.rows
    const pageRows = all ? enough : Math.ceil((enough * block.counts.rows) / total) + spareRows
    const rows: LogRow[] = []
    for await (const page of this.readPages(block, { oldestFirst, pageRows })) {
      rows.push(...page.filter(this.matches))
      if (rows.length >= enough) break
    }
    const found = rows.slice(0, enough)
    return oldestFirst ? found.reverse().slice(0, end - begin) : found.slice(begin)
  }

  /** What is not held of a block. It is settled. */
  private readPages(
    { after, through }: LogPart,
    reading: { oldestFirst?: boolean; pageRows?: number },
  ): AsyncGenerator<LogRow[]> {
    const { table, replica, range } = this.reading
    const bounds = { ...range, after, through: through < replica.heldAfter ? through : replica.heldAfter }
    return readLog(table, bounds, { ...reading, eventually: true })
  }
}
