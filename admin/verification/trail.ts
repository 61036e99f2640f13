import { createHash } from 'node:crypto'
import { decodeTime } from 'ulid'
import { computeAuditEnd } from '../../functions/domain/companies/plan'
import { computePurgeTime, type Item } from '../../functions/domain/items/item'
import { getTime } from '../../functions/store/log/log-reader'
import { isMovement, type LogRow, type MovementLogRow } from '../../functions/store/log/log-row'
import { packItem, unpackItem } from '../../functions/store/log/packed-item'
import { ttlAttribute } from '../../functions/store/table/schema'
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

export type ItemGoal = Goal & { quantity: number; sku: string }

export function makeItemGoal(item: Item): ItemGoal {
  const { rev, stock, sku, updated_at } = item
  return {
    rev,
    quantity: stock.total,
    sku,
    purgedAt: computePurgeTime(item),
    updatedAt: Date.parse(updated_at),
    digest: computeDigest(packItem(item)),
  }
}

/** The log of an item, with its ledger: each transaction builds on the one before. */
export class ItemTrail extends Trail<ItemGoal> {
  private quantity = 0
  private sequence = 0
  private purgedAt: number | null = null

  take(row: LogRow, now: number): void {
    const followed = this.follow(row, now)
    if (followed === null) return
    const after = this.unpack(row)
    if (after === null) return
    if (isMovement(row)) this.checkMovement(row, after, followed.lacking)
    else if (!followed.lacking) this.checkUnmoved(row, after)
    this.quantity = after.stock.total
    this.sequence = after.sequence
    this.purgedAt = computePurgeTime(after)
    if (row.rev === this.goal?.rev) this.compare(after, this.goal)
  }

  protected findAtEnd(now: number): Finding[] {
    if (this.goal) return this.findNewestMissing(now)
    if (this.purgedAt !== null && this.purgedAt <= now) return []
    // The log row of its deletion may have expired before its transactions, which never do.
    if (hasExpired(this.at, now)) return []
    return [this.make('missing_item', `The log has the item up to revision ${this.rev}, and it has no row.`)]
  }

  private unpack(row: LogRow): Item | null {
    try {
      return unpackItem(row)
    } catch (error) {
      this.fault('wrong_log_row', `The item in the log row ${row.sk} cannot be read: ${error}.`)
      return null
    }
  }

  /** Transactions never expire: so the first of them, and each one after the other, must be there. */
  private checkMovement(row: MovementLogRow, after: Item, lacking: boolean): void {
    const { sequence, quantity_before, quantity_change, quantity_after } = row
    if (row[ttlAttribute] !== undefined)
      this.fault('wrong_log_row', `The transaction ${sequence} would expire. Transactions are kept for ever.`)
    if (!lacking && sequence > this.sequence + 1)
      this.fault('missing_log_row', `Transaction ${this.sequence + 1} is missing: after it comes ${sequence}.`)
    else if (!lacking && (sequence !== this.sequence + 1 || quantity_before !== this.quantity))
      this.fault('broken_ledger', `Transaction ${sequence} begins at ${quantity_before}, and ${this.describeBefore()}.`)
    else if (quantity_before + quantity_change !== quantity_after)
      this.fault(
        'broken_ledger',
        `Transaction ${sequence}: ${quantity_before} and ${quantity_change} are not ${quantity_after}.`,
      )
    else if (after.stock.total !== quantity_after || after.sequence !== sequence)
      this.fault(
        'wrong_log_row',
        `Transaction ${sequence} ends at ${quantity_after}. Its log row has the item with ${after.stock.total}.`,
      )
  }

  private checkUnmoved({ rev }: LogRow, { stock, sequence }: Item): void {
    if (stock.total === this.quantity && sequence === this.sequence) return
    this.fault(
      'broken_ledger',
      `Revision ${rev} moved no stock and has the quantity ${stock.total}, and ${this.describeBefore()}.`,
    )
  }

  private describeBefore(): string {
    return this.sequence === 0 ? 'no transaction is before it' : `transaction ${this.sequence} ends at ${this.quantity}`
  }

  private compare(after: Item, goal: ItemGoal): void {
    if (computeDigest(packItem(after)) === goal.digest) return
    if (after.stock.total !== goal.quantity)
      this.fault('wrong_quantity', `The quantity is ${goal.quantity}. The ledger comes to ${after.stock.total}.`)
    else this.fault('wrong_item', `The row differs from the item in its newest log row, revision ${goal.rev}.`)
  }
}
