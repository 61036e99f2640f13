import { createHash } from 'node:crypto'
import { decodeTime } from 'ulid'
import { computeAuditEnd } from '../../functions/domain/companies/plan'
import { getTime } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import type { Finding, FindingCode } from './inspection'

/**
 * What a row says that its log must come to. `purgedAt`: when an item in trash is gone, or null. Times are in epoch
 * milliseconds.
 */
export type Goal = { rev: number; updatedAt: number; digest: string; purgedAt: number | null }

const none: readonly Finding[] = []

/**
 * How far the log of one item or order has been followed, the oldest row first. A company may have very many: it holds
 * numbers and a digest, and no row. `goal` is null where there is no row.
 */
export abstract class Trail<Goals extends Goal> {
  /** The revision of the last log row, without changes that came after the row was read. */
  rev = 0
  /** The highest revision in the log. */
  newest = 0
  /** The stamp of the last log row. Before the first one, the time of the id. */
  protected at: number
  private faults = none

  constructor(
    readonly id: string,
    readonly goal: Goals | null,
  ) {
    this.at = parseTimeOfId(id)
  }

  /** Also what is still missing at the end of the log. `now` is in epoch milliseconds. */
  listFindings(now: number): Finding[] {
    return [...this.faults, ...this.findAtEnd(now)]
  }

  protected abstract findAtEnd(now: number): Finding[]

  protected fault(code: FindingCode, text: string): void {
    this.faults = [...this.faults, this.make(code, text)]
  }

  protected make(code: FindingCode, text: string): Finding {
    return { code, resource: this.id, text }
  }

  /** Null for a change that came after the row was read, else whether a log row is missing before this one. */
  protected follow({ rev, previous_at, ...row }: LogRow, now: number): { lacking: boolean } | null {
    this.newest = Math.max(this.newest, rev)
    if (this.goal && rev > this.goal.rev) return null
    if (rev <= this.rev)
      this.fault('wrong_log_row', `The log row of revision ${rev} comes after that of revision ${this.rev}.`)
    // The last missing change is the youngest: where it has expired, so have those before it.
    const lacking = rev > this.rev + 1 && !hasExpired(previous_at ?? this.at, now)
    if (lacking) this.fault('missing_log_row', `${nameRevisions(this.rev + 1, rev - 1)} missing in the log.`)
    this.rev = rev
    this.at = getTime(row)
    return { lacking }
  }

  protected findNewestMissing(now: number): Finding[] {
    if (!this.goal || this.rev >= this.goal.rev || hasExpired(this.goal.updatedAt, now)) return []
    return [this.make('missing_log_row', `${nameRevisions(this.rev + 1, this.goal.rev)} missing in the log.`)]
  }
}

/** Log rows that moved no stock expire when no plan shows them any more. */
export function hasExpired(at: number, now: number): boolean {
  return computeAuditEnd(at) <= now
}

export function computeDigest(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** In epoch milliseconds. 0 for an id that this service has not made. */
export function parseTimeOfId(id: string): number {
  try {
    return decodeTime(id.slice(id.indexOf('_') + 1))
  } catch {
    return 0
  }
}

function nameRevisions(first: number, last: number): string {
  return first === last ? `Revision ${first} is` : `Revisions ${first} to ${last} are`
}

export function getOrMake<Key, Value>(map: Map<Key, Value>, id: Key, make: () => Value): Value {
  const known = map.get(id)
  if (known !== undefined) return known
  const made = make()
  map.set(id, made)
  return made
}
