import { ULIDError } from 'ulid'
import * as z from 'zod'
import { runConcurrently } from '../../functions/store/concurrently'
import { type CheckedRow, formatIssues } from '../../functions/store/table/checked-row'
import type { Table } from '../../functions/store/table/table'
import type { Finding, FindingCode } from './finding'

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
