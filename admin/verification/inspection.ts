import { ULIDError } from 'ulid'
import * as z from 'zod'
import { runConcurrently } from '../../functions/store/concurrently'
import { type CheckedRow, formatIssues } from '../../functions/store/table/checked-row'
import type { Table } from '../../functions/store/table/table'

/** What can be found, each with what it means. The runbook says what to do: docs/runbook/verify-findings.md. */
export const findingMeanings = {
  malformed_row: 'a row cannot be read',
  misplaced_row: 'a row is under another key than its content says',
  unknown_row: 'a row of the company is of a shape that this release does not know',
  expiring_row: 'DynamoDB would delete a row that must stay',
  missing_item: 'the log has a live item, or one in trash, that has no row',
  wrong_item: 'an item is not what its newest log row says',
  wrong_quantity: 'the quantity of an item is not what its ledger comes to',
  broken_ledger: 'the transactions of an item do not build on each other',
  missing_log_row: 'a change or a transaction has no log row',
  wrong_log_row: 'a log row does not fit the rows beside it',
  incomplete_transaction: 'some log rows of a database transaction are missing',
  torn_reversal: 'a reversal and the transaction that it reverses do not name each other',
  missing_sku_guard: 'a live item has no SKU guard, so its SKU can be given away',
  orphan_sku_guard: 'a SKU guard names no live item of its SKU, so the SKU cannot be used',
  missing_order: 'the log has an order that has no row',
  wrong_order: 'an order is not what its newest log row says',
  torn_order: 'what an order has received is not what its receipts and the ledger say',
  wrong_order_status: 'the status of an order does not fit its lines and times',
  wrong_order_number: 'an order number is there twice, or was never given',
  orphan_receipt: 'a receipt belongs to no order',
  wrong_count: 'a stored count of the log is not what the log rows say',
  damaged_base: 'chunks of a base are missing or cannot be read',
  wrong_base: 'a cold list would not show what the rows say',
  damaged_snapshot: 'chunks of a snapshot are missing, or are not what was written',
  wrong_restore: 'a restore runs without the lock, or the lock is from the future',
  wrong_webhook: 'a webhook does not agree with its company or with itself, or its secret is not sealed',
  wrong_webhook_count: 'the company counts other webhooks than it has, or has too many',
  wrong_delivery: 'a delivery does not fit its attempts, or what it needs is missing',
  wrong_company: 'the row of the company does not agree with its plan',
  wrong_person: 'the rows of a person do not agree, or the owners of a company are miscounted',
  wrong_key: 'the rows of an API key do not agree with each other or with the company',
} as const

export type FindingCode = keyof typeof findingMeanings

/** `resource`: an id, a SKU, an order number, a day or a key. `text`: what was found, against what was expected. */
export type Finding = { code: FindingCode; resource: string; text: string }

/** A finding for each fault, which comes after the text. */
export function listFaults(faults: (string | null)[], finding: Finding): Finding[] {
  return faults.flatMap((fault) => (fault === null ? [] : { ...finding, text: `${finding.text}: ${fault}.` }))
}

/** What is counted as it is read. */
const subjects = [
  'api_keys',
  'people',
  'items',
  'orders',
  'receipts',
  'log_rows',
  'database_transactions',
  'sku_guards',
  'days',
  'blocks',
  'bases',
  'snapshots',
  'restores',
  'webhooks',
  'webhook_events',
  'deliveries',
  'scanned_rows',
] as const
export type Subject = (typeof subjects)[number]

const rowsPerReport = 10_000
const waitBetweenLooksMs = 1_000
/** More looks than this, each with another result, mean that something keeps changing. The last one counts. */
const maxLooks = 10
const looksAtOnce = 8

type Look = () => Promise<Finding[]>
type Suspect = { resource: string; look: Look }

/** What one verification has found so far. `report` tells the platform engineer how far it is. */
export class Inspection {
  readonly findings: Finding[] = []
  /** What is worth knowing, and no damage. */
  readonly notes: string[] = []
  readonly counts = Object.fromEntries(subjects.map((subject) => [subject, 0])) as Record<Subject, number>
  private readonly suspects: Suspect[] = []
  /** A row that is read again is not reported again. */
  private readonly known = new Set<string>()
  /** The resources that findings name. */
  private readonly flagged = new Set<string>()
  /** The ids of rows that cannot be read. */
  private readonly unreadable = new Set<string>()

  constructor(
    readonly table: Table,
    readonly companyId: string,
    readonly report: (text: string) => void,
  ) {}

  /** `where`: how far that is, in words. */
  count(subject: Subject, rows: number, where = ''): void {
    const before = this.counts[subject]
    this.counts[subject] += rows
    if (Math.floor(before / rowsPerReport) < Math.floor(this.counts[subject] / rowsPerReport))
      this.report(`${this.counts[subject].toLocaleString('en')} ${subject.replaceAll('_', ' ')}${where}`)
  }

  /** What can be read of each page. Counts all of it as `subject`, after what is done with the page. */
  async *takePages<Value>(subject: Subject, pages: AsyncIterable<CheckedRow<Value>[]>): AsyncGenerator<Value[]> {
    for await (const page of pages) {
      yield page.flatMap((checked) => this.take(checked) ?? [])
      this.count(subject, page.length)
    }
  }

  add(...findings: Finding[]): void {
    for (const finding of findings) {
      const name = JSON.stringify(finding)
      if (!this.known.has(name)) this.findings.push(finding)
      this.known.add(name)
      this.flagged.add(finding.resource)
    }
  }

  find(code: FindingCode, resource: string, text: string): void {
    this.add({ code, resource, text })
  }

  /** What follows from a finding is not reported again. */
  isFlagged(resource: string): boolean {
    return this.flagged.has(resource)
  }

  /** The log has what its row cannot show. */
  isUnreadable(id: string): boolean {
    return this.unreadable.has(id)
  }

  /** What the row holds, or null where it cannot be used. A single row is never seen half written. */
  take<Value>({ key, value, fault }: CheckedRow<Value>): Value | null {
    if (fault === null) return value
    this.find(fault.code, `${key.pk} ${key.sk}`, `The row ${fault.text}.`)
    this.flagged.add(key.sk)
    this.unreadable.add(key.sk)
    return null
  }

  /** Null where what is stored cannot be read, which is a finding. Errors of the database are thrown. */
  async attempt<Result>(resource: string, read: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read()
    } catch (error) {
      if (!isUnreadable(error)) throw error
      const why = error instanceof z.ZodError ? formatIssues(error) : error.message
      this.find('malformed_row', resource, `What is stored cannot be read: ${why}`)
      return null
    }
  }

  /** Looks at the resource when `confirm` is called. */
  suspect(resource: string, look: Look): void {
    this.suspects.push({ resource, look })
  }

  /** Looks at the suspects, and adds what is confirmed. */
  async confirm(): Promise<void> {
    const seen = await this.lookAt(this.suspects.splice(0))
    await this.addConfirmed(seen, (suspects) => this.lookAt(suspects))
  }

  /**
   * Adds what two looks, one after the other, find alike: what is being written may look damaged for a moment. `first`
   * has what the first look has found, by what was looked at. `look` looks at that again, and leaves out what is well.
   */
  async addConfirmed<Key>(
    first: Map<Key, Finding[]>,
    look: (keys: Key[]) => Promise<Map<Key, Finding[]>>,
  ): Promise<void> {
    let seen = first
    for (let looks = 2; seen.size > 0; looks++) {
      await this.table.sleep(waitBetweenLooksMs)
      const next = await look([...seen.keys()])
      for (const [key, findings] of next)
        if (looks === maxLooks || areAlike(findings, seen.get(key) ?? [])) {
          this.add(...findings)
          next.delete(key)
        }
      seen = next
    }
  }

  private async lookAt(suspects: Suspect[]): Promise<Map<Suspect, Finding[]>> {
    const seen = new Map<Suspect, Finding[]>()
    await runConcurrently(suspects, looksAtOnce, async (suspect) => {
      const findings = (await this.attempt(suspect.resource, suspect.look)) ?? []
      if (findings.length > 0) seen.set(suspect, findings)
    })
    return seen
  }
}

/** What parsing and unpacking throw, and DynamoDB where a row names a key that no row can have. */
function isUnreadable(error: unknown): error is Error {
  if (typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code))) return true
  if (error instanceof Error && error.name === 'ValidationException') return true
  return [z.ZodError, ULIDError, SyntaxError, RangeError, TypeError].some((type) => error instanceof type)
}

/** A text may name a quantity that changes all the time. */
function areAlike(some: Finding[], others: Finding[]): boolean {
  const list = (findings: Finding[]) => findings.map(({ code, resource }) => `${code} ${resource}`).sort()
  return JSON.stringify(list(some)) === JSON.stringify(list(others))
}
