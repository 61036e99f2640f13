import { computePurgeTime, type Item } from '../../functions/domain/items/item'
import { isMovement, type LogRow, type MovementLogRow } from '../../functions/store/log/log-row'
import { packItem, unpackItem } from '../../functions/store/log/packed-item'
import { ttlAttribute } from '../../functions/store/table/schema'
import type { Finding } from './inspection'
import { computeDigest, type Goal, hasExpired, Trail } from './trail'

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
