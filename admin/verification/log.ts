import { getTime, readLogOfTransaction } from '../../functions/store/log/log-reader'
import { checkLogRow, formatLogId, type LogRow, makeLogKey } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import { findRow } from '../../functions/store/table/table'
import type { Finding, Inspection } from './inspection'
import { StoredCounts } from './stored-counts'
import { hasExpired } from './trail'
import { type LogGroup, readLogGroups, review, type Trails } from './trails'

/** Reads the whole log once, and compares it with the rows that were read before it, and with the stored counts. */
export async function checkLog(inspection: Inspection, trails: Trails, skus: Set<string>): Promise<void> {
  const { table } = inspection
  inspection.report('reading the log')
  const counts = await inspection.attempt('LOGDAYS or LOGBLOCKS', () => StoredCounts.read(inspection))
  const reading = new LogReading(trails, counts)
  for await (const groups of readLogGroups(inspection, 0, (checked) => inspection.take(checked))) {
    for (const group of groups) {
      reading.take(group, table.now())
      for (const { sku } of group.rows) if (sku !== undefined) skus.add(sku)
    }
    countGroups(inspection, groups)
  }
  await review(inspection, trails)
  for (const { resource } of reading.incomplete) suspectIncomplete(inspection, resource)
  for (const pair of reading.reversals.list()) inspection.suspect(pair.reversed, () => findTorn(inspection, pair))
  counts?.suspectWrong(inspection)
}

/** Takes all log rows of a company, the oldest first. What they do not fit is looked at in the end. */
export class LogReading {
  /** Database transactions of which rows are missing. */
  readonly incomplete: Finding[] = []
  readonly reversals = new Reversals()

  /** `trails`: with the rows of all items and orders. */
  constructor(
    private readonly trails: Trails,
    private readonly counts: StoredCounts | null,
  ) {}

  take({ transaction, stored, rows }: LogGroup, now: number): void {
    this.incomplete.push(...findMissing(transaction, stored, now))
    this.reversals.take(rows)
    this.counts?.take(stored)
    this.trails.take(rows, now)
  }

  /** Where all rows are at rest: nothing is looked at again. */
  checkAtRest(inspection: Inspection): void {
    const now = inspection.table.now()
    for (const finding of [...this.trails.listAtRest(now), ...this.incomplete]) inspection.add(finding)
    for (const { reversed, reversal } of this.reversals.list())
      inspection.find('torn_reversal', reversed, `It and the transaction ${reversal} do not name each other.`)
    inspection.add(...(this.counts?.listWrong(now) ?? []))
    this.counts?.checkUncounted(inspection)
  }
}

function countGroups(inspection: Inspection, groups: LogGroup[]): void {
  const last = groups.at(-1)?.stored.at(-1)
  if (!last) return
  inspection.count('database_transactions', groups.length)
  const rows = groups.reduce((sum, { stored }) => sum + stored.length, 0)
  inspection.count('log_rows', rows, `, up to ${new Date(getTime(last)).toISOString()}`)
}

function suspectIncomplete(inspection: Inspection, transaction: string): void {
  const { table, companyId } = inspection
  const first = keys.log(companyId, transaction, 0)
  const look = async () => findMissing(transaction, await readLogOfTransaction(table, first), table.now())
  inspection.suspect(transaction, look)
}

/** Whether the log rows of a database transaction are all there. A part of very old ones has expired. */
function findMissing(transaction: string, rows: LogRow[], now: number): Finding[] {
  const [first] = rows
  if (!first || hasExpired(getTime(first), now)) return []
  const n = Number(first.n)
  const found = rows.map(({ sk }) => Number(String(sk).split('#')[1]))
  const isWhole = rows.length === n && found.every((index, at) => index === at)
  if (isWhole && rows.every((row) => Number(row.n) === n)) return []
  const text = `The database transaction wrote ${n} log rows. Found are the numbers ${found.join(', ')}, from 0.`
  return [{ code: 'incomplete_transaction', resource: transaction, text }]
}

/** The ids of a transaction that is reversed, and of its reversal. */
type Pair = { reversed: string; reversal: string }

/** Whether each reversal and what it reverses name each other. Both are transactions: they never expire. */
class Reversals {
  /** By the id of a transaction that is reversed, the id of its reversal, until that is read. */
  private readonly open = new Map<string, string>()
  private readonly suspects: Pair[] = []

  take(rows: LogRow[]): void {
    for (const row of rows) {
      const id = formatLogId('txn', row)
      if (row.reversed_by !== undefined) this.open.set(id, row.reversed_by)
      // What a delivery has moved names no reversal: its order's sums show whether it was taken back.
      if (row.reversal_of === undefined || row.line_item_id !== undefined) continue
      if (this.open.get(row.reversal_of) === id) this.open.delete(row.reversal_of)
      else this.suspects.push({ reversed: row.reversal_of, reversal: id })
    }
  }

  /** Those that do not name each other. */
  list(): Pair[] {
    const open = [...this.open].map(([reversed, reversal]) => ({ reversed, reversal }))
    // A reversal that was read says more than what a transaction names.
    return [...new Map([...open, ...this.suspects].map((pair) => [pair.reversed, pair])).values()]
  }
}

/** A row that is gone is missing in the ledger of its item, and found there. One that never was is found here. */
async function findTorn(inspection: Inspection, { reversed, reversal }: Pair): Promise<Finding[]> {
  const before = await findTransaction(inspection, reversed)
  const after = await findTransaction(inspection, reversal)
  const one = before ?? after
  if (one === null || ((before === null || after === null) && inspection.isFlagged(one.resource_id))) return []
  if (before?.reversed_by === reversal && after?.reversal_of === reversed) return []
  const by = before === null ? 'It is not in the ledger' : `It is reversed by ${before.reversed_by ?? 'nothing'}`
  const of = after === null ? 'is not in the ledger' : `reverses ${after.reversal_of ?? 'nothing'}`
  const text = `${by}, and ${reversal} ${of}.`
  return [{ code: 'torn_reversal', resource: reversed, text }]
}

async function findTransaction({ table, companyId }: Inspection, id: string): Promise<LogRow | null> {
  const row = await findRow(table, makeLogKey(keys.log(companyId, '', 0).pk, id))
  return row ? checkLogRow(companyId, row).value : null
}
