import type { DynamoDBRecord } from 'aws-lambda'
import { formatEvent } from '../../contract/event'
import type { BusEntry, BusRefusal, PutEntries } from '../../runtime/event-bus'
import { toEvents } from '../../store/log/events'
import { type LogRow, parseImage, parseLogRow } from '../../store/log/log-row'
import { getOwner } from '../../store/table/row-kinds'
import type { RowKey } from '../../store/table/schema'
import { findRow, type Table } from '../../store/table/table'

/** `row` is an error where it cannot be read. */
export type RowToPublish = { row: LogRow | Error }

/**
 * `failed`: rows that fail on their own, while others are taken: they must be kept elsewhere. `untaken`: the first row
 * that is to be sent again, with all that follow, or null. What follows may have been taken: its ids are the same.
 */
export type PublishReport = { failed: { index: number; error: Error }[]; untaken: number | null; lastError: string }

/** Of PutEvents: entries of a call, and their bytes. AWS allows 1 MB in most regions, and 256 KB in all. */
const maxEntries = 10
const maxCallBytes = 256_000
/** Of the fields beside the detail. */
const entryBytes = 100

const attempts = 6
const firstPauseMs = 100

type Pending = { index: number; entry: BusEntry; refusal: BusRefusal | null }

/** Puts the events of log rows on the bus, in order. What is refused is sent again for some seconds. */
export async function publishRows(
  rows: RowToPublish[],
  put: PutEntries,
  sleep: (ms: number) => Promise<unknown>,
): Promise<PublishReport> {
  const failed = new Map<number, Error>()
  const { left, taken, away } = await putPatiently(listPending(rows, failed), put, sleep)
  // Where the bus has failed, and took others, it is the entry that it cannot take.
  const isAlone = ({ refusal }: Pending) =>
    refusal?.blame === 'entry' || (refusal?.blame === 'unknown' && taken > 0 && away === null)
  const waiting = left.filter((each) => !isAlone(each))
  const untaken = waiting.length > 0 ? Math.min(...waiting.map(({ index }) => index)) : null
  for (const { index, refusal } of left.filter(isAlone)) failed.set(index, new Error(formatRefusal(refusal)))
  return makeReport(failed, untaken, away ?? formatRefusal(waiting[0]?.refusal ?? null))
}

/** What comes after the first row that is sent again comes again itself: it has not failed. */
function makeReport(failed: Map<number, Error>, untaken: number | null, lastError: string): PublishReport {
  const rows = [...failed].map(([index, error]) => ({ index, error })).sort((a, b) => a.index - b.index)
  return { failed: rows.filter(({ index }) => untaken === null || index < untaken), untaken, lastError }
}

/** Puts rows that cannot become entries among the failed ones. */
function listPending(rows: RowToPublish[], failed: Map<number, Error>): Pending[] {
  return rows.flatMap(({ row }, index) => {
    try {
      return makeEntries(row).map((entry) => ({ index, entry, refusal: null }))
    } catch (error) {
      failed.set(index, error as Error)
      return []
    }
  })
}

/** `away`: why the bus does not answer, or null. What it has taken of the last call is then among what is left, too. */
async function putPatiently(pending: Pending[], put: PutEntries, sleep: (ms: number) => Promise<unknown>) {
  let left = pending
  for (let attempt = 0; attempt < attempts && left.some(canPass); attempt++) {
    if (attempt > 0) await sleep(firstPauseMs * 2 ** (attempt - 1))
    try {
      left = [...left.filter((each) => !canPass(each)), ...(await putAll(left.filter(canPass), put))]
    } catch (error) {
      return { left, taken: pending.length - left.length, away: String(error) }
    }
  }
  return { left, taken: pending.length - left.length, away: null }
}

function formatRefusal(refusal: BusRefusal | null): string {
  return refusal === null ? '' : `${refusal.code}: ${refusal.message}`
}

/** The events of a row as a bus gets them. Throws where the row cannot be read, or an event is too large for a bus. */
function makeEntries(row: LogRow | Error): BusEntry[] {
  if (row instanceof Error) throw row
  const owner = getOwner(row)
  if (!('companyId' in owner)) throw new Error(`the row ${row.pk} is of no company`)
  return toEvents(row).map((event) => {
    const detail = JSON.stringify({ ...formatEvent(event), company_id: owner.companyId })
    if (measure(detail) > maxCallBytes) throw new Error(`the event ${event.id} is too large for the bus`)
    return { type: event.type, detail, at: Date.parse(event.created_at) }
  })
}

const canPass = ({ refusal }: Pending) => refusal?.blame !== 'entry'

/** Returns those that were not taken, with the reason. */
async function putAll(pending: Pending[], put: PutEntries): Promise<Pending[]> {
  const left: Pending[] = []
  for (const call of groupIntoCalls(pending)) {
    const refusals = await put(call.map(({ entry }) => entry))
    left.push(...call.flatMap((each, place) => (refusals[place] ? [{ ...each, refusal: refusals[place] }] : [])))
  }
  return left
}

function groupIntoCalls(pending: Pending[]): Pending[][] {
  const calls: Pending[][] = []
  let bytes = maxCallBytes
  for (const each of pending) {
    const size = measure(each.entry.detail)
    const last = calls.at(-1)
    if (last && last.length < maxEntries && bytes + size <= maxCallBytes) last.push(each)
    else calls.push([each])
    bytes = calls.at(-1)?.length === 1 ? size : bytes + size
  }
  return calls
}

function measure(detail: string): number {
  return Buffer.byteLength(detail) + entryBytes
}

/** A row as the stream tells it. `place` names the record. `row` is an error where it cannot be read. */
export type StreamedRow = { place: string; key: RowKey; row: LogRow | Error }

export function readRecord({ dynamodb = {} }: DynamoDBRecord): StreamedRow {
  const { Keys = {}, NewImage = {}, SequenceNumber = '' } = dynamodb
  const key = { pk: Keys.pk?.S ?? '', sk: Keys.sk?.S ?? '' }
  return { place: SequenceNumber, key, row: readImage(NewImage) }
}

/** Null for a row that is gone: it belonged to a company that was erased. Throws where it cannot be read. */
export async function findStreamedRow(table: Table, { pk, sk }: RowKey): Promise<LogRow | null> {
  const row = await findRow(table, { pk, sk })
  return row === undefined ? null : parseLogRow(row)
}

function readImage(image: object): LogRow | Error {
  try {
    return parseImage(image)
  } catch (error) {
    return error as Error
  }
}

/** What says that a row is at fault, not what it was sent to: it cannot be read, or is larger than rows may be. */
const faults = ['ZodError', 'TypeError', 'SyntaxError', 'ValidationException']

/** Collects what becomes of the rows of a batch, by their places. */
export class RowReports {
  private readonly failed = new Map<number, Error>()
  private readonly left = new Set<number>()
  private lastError = ''

  /** What `work` throws is said of these rows. */
  async guard(indexes: number[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (faults.includes(error.name)) this.fail(indexes, error)
      else this.leave(indexes, String(error))
    }
  }

  /** They fail alone: sent again, they would fail again. */
  fail(indexes: number[], error: Error): void {
    for (const index of indexes) this.failed.set(index, error)
  }

  /** They are to be sent again. */
  leave(indexes: number[], reason: string): void {
    for (const index of indexes) this.left.add(index)
    if (indexes.length > 0) this.lastError = reason
  }

  sum(): PublishReport {
    return makeReport(this.failed, this.left.size > 0 ? Math.min(...this.left) : null, this.lastError)
  }
}

/** What has become of the same rows in two places. What is to be sent again in one of them is sent again to both. */
export function combineReports(a: PublishReport, b: PublishReport): PublishReport {
  const places = [a.untaken, b.untaken].filter((place) => place !== null)
  const untaken = places.length > 0 ? Math.min(...places) : null
  const failed = new Map([...b.failed, ...a.failed].map(({ index, error }) => [index, error]))
  return makeReport(failed, untaken, [a.lastError, b.lastError].filter((error) => error !== '').join('; '))
}
