import { createHash } from 'node:crypto'
import type { Order, Receipt } from '../../functions/domain/orders/order'
import type { Company } from '../../functions/store/companies/companies'
import type { BlockPage } from '../../functions/store/log/block-pages'
import type { CountedPart } from '../../functions/store/log/counted-parts'
import { getTime } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import { formatKey, type Row, type RowKey } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { isExpiring } from '../table/table-scan'
import { Inspection } from '../verification/inspection'
import { LogReading } from '../verification/log'
import { checkNumbers, checkOrder } from '../verification/rows'
import { makeParts, StoredCounts } from '../verification/stored-counts'
import { getOrMake } from '../verification/trail'
import { LogGroups, Trails } from '../verification/trails'
import { findOwnKey, getKind, namesNoCompany } from './company-rows'
import { FilePrincipals } from './file-principals'
import { maxAheadMs } from './value-checks'

/** In characters, 72 bits. So short a text is no part of a longer one, which it would keep in memory. */
const digestLength = 12

/**
 * What the rows of a file say of each other. It is given each row once, those of the log last. Holds some numbers of
 * each item and order, and a digest of each key but those of the log: not the rows.
 */
export class FileRows {
  readonly inspection: Inspection
  readonly principals = new FilePrincipals()
  /** Of rows that another company could have. */
  readonly identities: RowKey[] = []
  readonly companies: { row: Row & RowKey; company: Company }[] = []
  readonly days: CountedPart[] = []
  readonly pages: BlockPage[] = []
  /** Of the webhooks that are active. */
  readonly hosts: string[] = []
  readonly trails = new Trails()
  /** By SKU, the item that its guard names. */
  readonly guards = new Map<string, string>()
  private readonly numbers = new Map<string, string>()
  /** Of orders that have not come yet. */
  private readonly receipts = new Map<string, Pick<Receipt, 'lines' | 'reversed_at'>[]>()
  private readonly keys = new Set<string>()
  private readonly groups = new LogGroups()
  private reading: LogReading | null = null
  private last = ''

  constructor(table: Table, companyId: string, report: (text: string) => void) {
    this.inspection = new Inspection(table, companyId, report)
  }

  /** Of any row. In words, why it cannot come here, or null. */
  takeKey(row: Row & RowKey): string | null {
    this.inspection.count('scanned_rows', 1)
    if (isExpiring(row)) this.inspection.find('expiring_row', `${row.pk} ${row.sk}`, 'DynamoDB would delete the row.')
    if (getKind(row) === 'LOG') return null // they are in order
    if (this.reading !== null) return 'comes after the log'
    const put = findOwnKey(row, this.inspection.companyId) ?? row
    const digest = createHash('sha256').update(formatKey(put)).digest('base64url').slice(0, digestLength)
    if (this.keys.has(digest)) return 'is there twice'
    this.keys.add(digest)
    if (namesNoCompany(row)) this.identities.push({ pk: row.pk, sk: row.sk })
    return null
  }

  /** `stamp`: a time in epoch milliseconds. */
  findFuture(stamp: number): string | null {
    return stamp > this.inspection.table.now() + maxAheadMs
      ? `is of the future: ${new Date(stamp).toISOString()}`
      : null
  }

  takeOrder(order: Order): void {
    checkOrder(this.inspection, order, this.numbers)
    const trail = this.trails.addOrder(order)
    for (const receipt of this.receipts.get(order.id) ?? []) trail.takeReceipt(receipt)
    this.receipts.delete(order.id)
  }

  takeReceipt({ order_id, lines, reversed_at }: Receipt): void {
    const trail = this.trails.orders.get(order_id)
    if (trail) trail.takeReceipt({ lines, reversed_at })
    else getOrMake(this.receipts, order_id, () => []).push({ lines, reversed_at })
  }

  /** In words, why the log row cannot come here, or null. */
  takeLog(row: LogRow): string | null {
    if (row.sk <= this.last) return 'comes after a later row of the log'
    this.last = row.sk
    this.reading ??= this.startLog()
    for (const group of this.groups.take(row, row)) this.reading.take(group, this.inspection.table.now())
    return this.findFuture(getTime(row))
  }

  private startLog(): LogReading {
    const pages = this.pages.sort((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? -1 : 1))
    const days = this.days.sort((a, b) => (a.end < b.end ? -1 : 1))
    return new LogReading(this.trails, StoredCounts.make(makeParts(days, pages)))
  }

  /** What is found when all rows are there, as a verification of the company would find it. */
  check({ row, company }: { row: Row; company: Company }): void {
    const reading = this.reading ?? this.startLog()
    for (const group of this.groups.end()) reading.take(group, this.inspection.table.now())
    this.principals.check(this.inspection, company)
    checkNumbers(this.inspection, this.numbers, Number(row.order_count ?? 0))
    reading.checkAtRest(this.inspection)
    for (const id of this.receipts.keys())
      this.inspection.find('orphan_receipt', id, 'There are receipts of this order, and it has no row.')
    this.checkGuards()
  }

  private checkGuards(): void {
    for (const { id, goal } of this.trails.items.values()) {
      if (goal?.purgedAt !== null) continue
      const named = this.guards.get(goal.sku)
      this.guards.delete(goal.sku)
      if (named === id) continue
      const state = named === undefined ? 'is missing' : `names ${named}`
      this.inspection.find('missing_sku_guard', goal.sku, `The live item ${id} has this SKU. Its guard ${state}.`)
    }
    for (const [sku, id] of this.guards)
      this.inspection.find('orphan_sku_guard', sku, `The SKU guard names ${id}, which is no live item of this SKU.`)
  }
}
