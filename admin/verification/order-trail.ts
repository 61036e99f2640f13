import { countOutstanding, type Order, type OrderLine, type Receipt } from '../../functions/domain/orders/order'
import { listItemIds, toHeader } from '../../functions/domain/orders/order-totals'
import type { LogRow } from '../../functions/store/log/log-row'
import { packItemIds, packOrder, unpackOrder } from '../../functions/store/log/packed-order'
import { readCheckedReceipts } from '../../functions/store/orders/receipt-row'
import type { Finding, Inspection } from './inspection'
import { computeDigest, type Goal, getOrMake, hasExpired, Trail } from './trail'

/** In words, why the status does not fit the lines and times, as `order-states.ts` and `receipt.ts` set them. */
export function findStatusFault(order: Order): string | null {
  const { status, line_items, ordered_at, received_at, closed_at, cancelled_at } = order
  const received = line_items.some((line) => line.quantity_received > 0)
  const outstanding = line_items.some((line) => countOutstanding(line) > 0)
  const cancelled = line_items.some((line) => line.quantity_cancelled > 0)
  const ended = status === 'received' || status === 'closed' || status === 'cancelled'
  const rules: [holds: boolean, otherwise: string][] = [
    [ended || outstanding || status === 'draft', 'nothing is outstanding'],
    [!ended || !outstanding, 'something is outstanding'],
    [
      status === 'received' || isPartial(status) === received,
      received ? 'something was received' : 'nothing was received',
    ],
    [status === 'closed' || status === 'cancelled' || !cancelled, 'something was cancelled'],
    [status === 'cancelled' || (status === 'draft') === (ordered_at === null), `ordered_at is ${ordered_at}`],
    [(status === 'received') === (received_at !== null), `received_at is ${received_at}`],
    [(status === 'closed') === (closed_at !== null), `closed_at is ${closed_at}`],
    [(status === 'cancelled') === (cancelled_at !== null), `cancelled_at is ${cancelled_at}`],
  ]
  const broken = rules.find(([holds]) => !holds)
  return broken ? `The order is '${status}', and ${broken[1]}.` : null
}

function isPartial(status: Order['status']): boolean {
  return status === 'partially_received' || status === 'closed'
}

/** `indexed`: the digest of the header with the ids of its items. */
export type OrderGoal = Goal & { number: string; indexed: string }

export function makeOrderGoal(order: Order): OrderGoal {
  const header = packOrder(toHeader(order))
  return {
    rev: order.rev,
    number: order.order_number,
    updatedAt: Date.parse(order.updated_at),
    purgedAt: null,
    digest: computeDigest(header),
    indexed: digestIndexed(header, listItemIds(order)),
  }
}

export function digestIndexed(header: string, itemIds: string[]): string {
  return computeDigest(header + packItemIds([...itemIds].sort()))
}

/** What a line has received, by the order, by its receipts, and by the ledger. */
type LineSums = { received: number; rejected: number; accepted: number; returned: number; moved: number }

/** The log of an order, with what its lines have received. */
export class OrderTrail extends Trail<OrderGoal> {
  private deleted = false
  private readonly lines = new Map<string, LineSums>()

  takeLines(lines: OrderLine[]): void {
    for (const { id, quantity_received, quantity_rejected } of lines)
      if (quantity_received + quantity_rejected > 0)
        Object.assign(this.sum(id), { received: quantity_received, rejected: quantity_rejected })
  }

  /** True where there must be receipts. */
  get hasReceived(): boolean {
    return this.lines.size > 0
  }

  /** One that was taken back has no part in the sums: what it had moved, its reversal has moved back. */
  takeReceipt({ lines, reversed_at }: Pick<Receipt, 'lines' | 'reversed_at'>): void {
    if (reversed_at !== null) return
    for (const { line_item_id, quantity_accepted, quantity_rejected } of lines) {
      const line = this.sum(line_item_id)
      line.accepted += quantity_accepted
      line.returned += quantity_rejected
    }
  }

  /** False where the change came after the order was read. */
  take(row: LogRow, now: number): boolean {
    if (this.follow(row, now) === null) return false
    if (row.action === 'delete') this.deleted = true
    if (row.rev === this.goal?.rev) this.compare(row.rev, row.after, this.goal)
    return true
  }

  takeMovement(line_item_id: string, quantity_change: number): void {
    this.sum(line_item_id).moved += quantity_change
  }

  protected findAtEnd(now: number): Finding[] {
    if (this.goal) return [...this.findNewestMissing(now), ...this.findTorn()]
    if (this.deleted || hasExpired(this.at, now)) return []
    return [this.make('missing_order', `The log has the order up to revision ${this.rev}, and it has no row.`)]
  }

  /** Read and packed again: an order that cannot be read is another fault. */
  private compare(rev: number, after: string, { digest }: OrderGoal): void {
    try {
      if (computeDigest(packOrder(unpackOrder(this.id, rev, after))) === digest) return
      this.fault('wrong_order', `The row differs from the order in its newest log row, revision ${rev}.`)
    } catch (error) {
      this.fault('wrong_log_row', `The order in the log row of revision ${rev} cannot be read: ${error}.`)
    }
  }

  private findTorn(): Finding[] {
    const torn = [...this.lines].filter(
      ([, { received, rejected, accepted, returned, moved }]) =>
        received !== accepted || received !== moved || rejected !== returned,
    )
    return torn.map(([id, { received, rejected, accepted, returned, moved }]) =>
      this.make(
        'torn_order',
        `The line ${id} has received ${received} and rejected ${rejected}. ` +
          `Its receipts have ${accepted} and ${returned}, the ledger has ${moved}.`,
      ),
    )
  }

  private sum(lineId: string): LineSums {
    return getOrMake(this.lines, lineId, () => ({ received: 0, rejected: 0, accepted: 0, returned: 0, moved: 0 }))
  }
}

/** Reads the receipts of the order. Returns their number. */
export async function readReceipts(inspection: Inspection, trail: OrderTrail): Promise<number> {
  let count = 0
  for await (const page of readCheckedReceipts(inspection.table, inspection.companyId, trail.id)) {
    for (const receipt of page.flatMap((checked) => inspection.take(checked) ?? [])) trail.takeReceipt(receipt)
    count += page.length
  }
  return count
}
