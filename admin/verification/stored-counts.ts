import { getDay, parseBlocks, rowsOfBlock } from '../../functions/catalogue/log/blocks'
import { computeLastFinalDay } from '../../functions/catalogue/log/final-days'
import { LogCounts } from '../../functions/domain/log/log-counts'
import { dayMs, formatDate } from '../../functions/domain/time'
import { type BlockPage, readBlockPages } from '../../functions/store/log/block-pages'
import type { CountedPart } from '../../functions/store/log/counted-parts'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { makeTimeKey, readLog } from '../../functions/store/log/log-reader'
import { hasLogKey, type LogRow } from '../../functions/store/log/log-row'
import type { Finding, Inspection } from './inspection'
import { getOrMake, hasExpired } from './trail'

/** A part of the log whose rows were counted: `after` is exclusive, `through` inclusive, both sort keys. */
type Part = { name: string; day: number; after: string; through: string; stored: LogCounts }

/** What is stored of the counts, by part, and what the log rows say. */
export class StoredCounts {
  private readonly days = new Map<number, LogCounts>()
  private readonly counted: LogCounts[]
  private at = 0

  private constructor(
    private readonly blocks: Part[],
    private readonly storedDays: Map<number, Part>,
  ) {
    this.counted = blocks.map(() => new LogCounts())
  }

  static async read(inspection: Inspection): Promise<StoredCounts> {
    return StoredCounts.make(await readParts(inspection))
  }

  static make({ days, blocks }: Parts): StoredCounts {
    return new StoredCounts(blocks, new Map(days.map((part) => [part.day, part])))
  }

  /** Log rows, the oldest first. */
  take(rows: LogRow[]): void {
    for (const row of rows) {
      const day = getDay(row)
      getOrMake(this.days, day, () => new LogCounts()).add(row)
      const sk = String(row.sk)
      while (sk > (this.blocks[this.at]?.through ?? '~')) this.at += 1
      if (sk > (this.blocks[this.at]?.after ?? '~')) this.counted[this.at]?.add(row)
    }
  }

  suspectWrong(inspection: Inspection): void {
    inspection.count('days', this.storedDays.size)
    inspection.count('blocks', this.blocks.length)
    for (const { resource: name } of this.listWrong(inspection.table.now()))
      inspection.suspect(name, () => countAgain(inspection, name))
    this.checkUncounted(inspection)
  }

  /** Where what is stored is not what the log rows say. */
  listWrong(now: number): Finding[] {
    const none = new LogCounts()
    return [
      ...[...this.storedDays.values()].flatMap((part) => listDifference(part, this.days.get(part.day) ?? none, now)),
      ...this.blocks.flatMap((part, at) => listDifference(part, this.counted[at] ?? none, now)),
    ]
  }

  /** Days are counted in order. So a day before the last counted one is never counted. */
  checkUncounted(inspection: Inspection): void {
    const last = Math.max(-1, ...this.storedDays.keys())
    const open = [...this.days.keys()].filter((day) => !this.storedDays.has(day))
    for (const day of open.filter((each) => each < last))
      inspection.find(
        'wrong_count',
        formatDate(day * dayMs),
        'The day has log rows, and is not counted. Later days are.',
      )
    const lastFinal = computeLastFinalDay(inspection.table.now())
    const late = open.filter((day) => day > last && day < lastFinal).map((day) => formatDate(day * dayMs))
    if (late.length > 0)
      inspection.notes.push(`${late.length} days are over and not counted, from ${late[0]} on: the night counts them.`)
  }
}

type Parts = { days: Part[]; blocks: Part[] }

async function readParts({ table, companyId }: Inspection): Promise<Parts> {
  const counts = await readDayCounts(table, companyId)
  return makeParts(counts, await readBlockPages(table, companyId, { from: '0' }))
}

/** Both in order. Blocks of a final day are only used where there are more rows than one block has. */
export function makeParts(counts: CountedPart[], pages: BlockPage[]): Parts {
  const days = new Map(
    counts.map((part) => [Date.parse(part.end) / dayMs, LogCounts.parse(part.counts, part.units)] as const),
  )
  const blocks = parseBlocks(pages)
  return {
    days: [...days].map(([day, stored]) => {
      const name = formatDate(day * dayMs)
      return { name, day, after: makeTimeKey(day * dayMs), through: makeTimeKey((day + 1) * dayMs), stored }
    }),
    blocks: blocks
      .filter(({ day }) => (days.get(day)?.rows ?? Number.POSITIVE_INFINITY) > rowsOfBlock)
      .map(({ counts, ...block }) => ({ ...block, name: `block through ${block.through}`, stored: counts })),
  }
}

/** Reads what is stored again, and then the log rows of the part. */
async function countAgain(inspection: Inspection, name: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const { days, blocks } = await readParts(inspection)
  const part = [...days, ...blocks].find((each) => each.name === name)
  if (!part) return [] // replaced by the night
  const counts = new LogCounts()
  const range = { companyId, after: part.after, through: part.through }
  for await (const page of readLog(table, range, { oldestFirst: true, pageRows: 1_000 }))
    for (const row of page.filter(hasLogKey)) counts.add(row)
  return listDifference(part, counts, table.now())
}

function listDifference(part: Part, found: LogCounts, now: number): Finding[] {
  const text = compare(part, found, now)
  return text === null ? [] : [{ code: 'wrong_count', resource: part.name, text }]
}

/** Null where they are the same. Of very old days, only the rows that moved stock are still there. */
function compare({ day, stored }: Part, found: LogCounts, now: number): string | null {
  const [wanted, counted] = [stored.toJSON(), found.toJSON()]
  const isOld = hasExpired(day * dayMs, now)
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(counted)].sort())) {
    if (isOld && key.split('|')[2] === '') continue
    const [count = 0, rows = 0] = [wanted[key], counted[key]]
    if (count !== rows)
      return `Of '${key}' (action, kind, type and user), ${count} are stored, and the log has ${rows}.`
  }
  return compareUnits(stored, found)
}

/** Rows that moved stock do not expire. */
function compareUnits(stored: LogCounts, found: LogCounts): string | null {
  for (const type of Object.keys({ ...stored.units, ...found.units })) {
    const [unitsIn, unitsOut] = stored.units[type] ?? [0, 0]
    const [foundIn, foundOut] = found.units[type] ?? [0, 0]
    if (unitsIn !== foundIn || unitsOut !== foundOut)
      return `Of '${type}', ${unitsIn} units in and ${unitsOut} out are stored, and the log has ${foundIn} and ${foundOut}.`
  }
  return null
}
