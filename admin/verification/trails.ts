import { groupBy } from '../../functions/domain/group'
import type { Item } from '../../functions/domain/items/item'
import type { Order } from '../../functions/domain/orders/order'
import { ulidLength } from '../../functions/domain/time'
import { findCheckedItems } from '../../functions/store/items/item-row'
import { readLog } from '../../functions/store/log/log-reader'
import { checkLogRow, hasLogKey, isMovement, type LogRow } from '../../functions/store/log/log-row'
import { findCheckedOrders } from '../../functions/store/orders/order-row'
import type { CheckedRow } from '../../functions/store/table/checked-row'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { settledAfterMs } from '../../functions/store/time/timing'
import type { Finding, Inspection } from './inspection'
import { ItemTrail, makeItemGoal } from './item-trail'
import { makeOrderGoal, OrderTrail, readReceipts } from './order-trail'
import { getOrMake, parseTimeOfId } from './trail'

/** The trails of all items and orders, or of those that are looked at again. */
export class Trails {
  readonly items = new Map<string, ItemTrail>()
  readonly orders = new Map<string, OrderTrail>()

  /** `only`: the ids of the items and orders that count, or null for all. */
  constructor(private readonly only: Set<string> | null = null) {}

  addItem(item: Item): void {
    this.items.set(item.id, new ItemTrail(item.id, makeItemGoal(item)))
  }

  addOrder(order: Order): OrderTrail {
    const trail = new OrderTrail(order.id, makeOrderGoal(order))
    trail.takeLines(order.line_items)
    this.orders.set(order.id, trail)
    return trail
  }

  /** Those of these ids that can be read. */
  async addRows(table: Table, companyId: string, ids: string[]): Promise<void> {
    for (const { value } of (await findCheckedItems(table, companyId, ids)).values()) if (value) this.addItem(value)
    for (const { value } of (await findCheckedOrders(table, companyId, ids)).values()) if (value) this.addOrder(value)
  }

  /** The log rows of one database transaction, in order. That of the order comes before its movements. */
  take(rows: LogRow[], now: number): void {
    const later = new Set<string>()
    for (const row of rows) {
      const { resource_type, resource_id, order_id, line_item_id } = row
      if (resource_type === 'order' && this.wants(resource_id) && !this.getOrder(resource_id).take(row, now))
        later.add(resource_id)
      if (resource_type === 'item' && this.wants(resource_id)) this.getItem(resource_id).take(row, now)
      if (!isMovement(row) || order_id === undefined || line_item_id === undefined) continue
      if (this.wants(order_id) && !later.has(order_id))
        this.getOrder(order_id).takeMovement(line_item_id, row.quantity_change)
    }
  }

  /** Of rows that nobody changes meanwhile. `now` is in epoch milliseconds. */
  listAtRest(now: number): Finding[] {
    return [
      ...this.listOwn(now),
      ...listBehind(this.items.values()).flatMap((trail) => findStale('wrong_item', trail, trail.goal)),
      ...listBehind(this.orders.values()).flatMap((trail) => findStale('wrong_order', trail, trail.goal)),
    ]
  }

  /** Reads the rows of which the log has later changes again: they must have come as far. */
  async listFindings(table: Table, companyId: string): Promise<Finding[]> {
    const items = listBehind(this.items.values())
    const orders = listBehind(this.orders.values())
    const listIds = (trails: { id: string }[]) => trails.map(({ id }) => id)
    const itemRows = await findCheckedItems(table, companyId, listIds(items))
    const orderRows = await findCheckedOrders(table, companyId, listIds(orders))
    return [
      ...this.listOwn(table.now()),
      ...items.flatMap((trail) => findStale('wrong_item', trail, itemRows.get(trail.id)?.value)),
      ...orders.flatMap((trail) => findStale('wrong_order', trail, orderRows.get(trail.id)?.value)),
    ]
  }

  private listOwn(now: number): Finding[] {
    return [...this.items.values(), ...this.orders.values()].flatMap((trail) => trail.listFindings(now))
  }

  private wants(id: string): boolean {
    return this.only === null || this.only.has(id)
  }

  private getItem(id: string): ItemTrail {
    return getOrMake(this.items, id, () => new ItemTrail(id, null))
  }

  private getOrder(id: string): OrderTrail {
    return getOrMake(this.orders, id, () => new OrderTrail(id, null))
  }
}

/** Those of which the log has later changes than the row that was read. */
function listBehind(trails: Iterable<ItemTrail | OrderTrail>) {
  return [...trails].filter(({ goal, newest }) => goal && newest > goal.rev)
}

function findStale(
  code: 'wrong_item' | 'wrong_order',
  { id, newest }: ItemTrail | OrderTrail,
  row: { rev: number } | null | undefined,
): Finding[] {
  const rev = row?.rev
  // A row that is gone was purged or deleted: or else the next look finds that it is missing.
  if (rev === undefined || rev >= newest) return []
  return [{ code, resource: id, text: `The row is of revision ${rev}, and the log has revision ${newest}.` }]
}

/**
 * Looks again at the items and orders that seem damaged: at all of them in one reading of the log. Rows that cannot be
 * read were found before: what follows from that is left out.
 */
export async function review(inspection: Inspection, trails: Trails): Promise<void> {
  const { table, companyId } = inspection
  const seen = group(await trails.listFindings(table, companyId))
  for (const id of seen.keys()) if (inspection.isUnreadable(id)) seen.delete(id)
  await inspection.addConfirmed(seen, async (ids) => {
    inspection.report(`looking again at ${ids.length} items and orders`)
    return group(await lookAgain(inspection, new Set(ids)))
  })
}

/** Rows first, then the log since the oldest of them: an id has the time at which it was made. */
export async function lookAgain(inspection: Inspection, ids: Set<string>): Promise<Finding[]> {
  if (ids.size === 0) return []
  const { table, companyId } = inspection
  const trails = new Trails(ids)
  const all = [...ids]
  await trails.addRows(table, companyId, all)
  for (const trail of trails.orders.values()) await readReceipts(inspection, trail)
  const since = all.reduce((least, id) => Math.min(least, parseTimeOfId(id)), Number.POSITIVE_INFINITY)
  for await (const groups of readLogGroups(inspection, since - settledAfterMs))
    for (const { rows } of groups) trails.take(rows, table.now())
  return trails.listFindings(table, companyId)
}

function group(findings: Finding[]): Map<string, Finding[]> {
  return groupBy(findings, ({ resource }) => resource)
}

/** Pages of less than DynamoDB's 1 MB: a local engine may read far beyond it. */
const pageRows = 1_000

/** The log rows of one database transaction: as they are stored, and those of them that can be read. */
export type LogGroup = { transaction: string; stored: LogRow[]; rows: LogRow[] }

/**
 * The log since a time (epoch milliseconds), the oldest rows first, strongly consistent. Rows that cannot be read are
 * told to `refuse`.
 */
export async function* readLogGroups(
  { table, companyId }: Inspection,
  since: number,
  refuse: (checked: CheckedRow<LogRow>) => void = () => {},
): AsyncGenerator<LogGroup[]> {
  const groups = new LogGroups()
  for await (const page of readLog(table, { companyId, since }, { oldestFirst: true, pageRows })) {
    for (const row of page) if (!hasLogKey(row)) refuse(refuseKey(row))
    yield page.filter(hasLogKey).flatMap((row) => {
      const checked = checkLogRow(companyId, row)
      if (checked.fault) refuse(checked)
      return groups.take(row, checked.value)
    })
  }
  yield groups.end()
}

/** Puts together the log rows of a database transaction, which follow on each other. */
export class LogGroups {
  private group: LogGroup | null = null

  /** `row`: what of it can be read. Returns the group before it, where it begins another one. */
  take(stored: LogRow, row: LogRow | null): LogGroup[] {
    const transaction = String(stored.sk).slice(0, ulidLength)
    const before = this.group?.transaction === transaction ? [] : this.end()
    this.group ??= { transaction, stored: [], rows: [] }
    this.group.stored.push(stored)
    if (row !== null) this.group.rows.push(row)
    return before
  }

  /** The last group. */
  end(): LogGroup[] {
    const last = this.group ? [this.group] : []
    this.group = null
    return last
  }
}

function refuseKey({ pk, sk }: Row): CheckedRow<LogRow> {
  const fault = { code: 'malformed_row', text: 'has a sort key that is no time and number' } as const
  return { key: { pk: String(pk), sk: String(sk) }, value: null, fault }
}
