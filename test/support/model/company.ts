import { type Plan, plans } from '../../../functions/domain/companies/plan'
import { foldText } from '../../../functions/domain/fold'
import { dayMs } from '../../../functions/domain/time'
import { computeDay, type Expected, Items, isPurged, refuse, toTime } from './items'
import { Orders } from './orders'
import { Snapshots } from './snapshots'

export type Row = Record<string, unknown>

/** One company, as its customers know it, as simply as possible: no table, no conditions, no catalogue. */
export class Company {
  readonly items = new Items()
  readonly orders = new Orders(this.items)
  readonly snapshots = new Snapshots(this.items, this)

  isSuspended = false

  constructor(public plan: Plan) {}

  /** All that the list holds, in no order. */
  list(now: number, name: string, filters: Record<string, string>): Row[] {
    return this.read(now, name).filter((row) =>
      Object.entries(filters).every(([filter, value]) => passes(now, row, filter, value)),
    )
  }

  /** What the feed shows, in the order in which it happened to each item, order and snapshot. */
  listEvents(now: number): string[] {
    const shownFrom = (computeDay(now) - plans[this.plan].auditDays) * dayMs
    return this.items.events.filter(({ at }) => at >= shownFrom).map(({ type, resource_id: id }) => `${id} ${type}`)
  }

  private read(now: number, name: string): Row[] {
    const { all, live, log } = this.items
    const shownFrom = (computeDay(now) - plans[this.plan].auditDays) * dayMs
    if (name === 'items') return live
    if (name === 'trash') return all.filter((item) => item.deleted_at !== null && !isPurged(item, now))
    if (name === 'orders') return this.orders.all
    if (name === 'transactions')
      return log.flatMap(({ at, movement }) => (movement ? [{ at, ...movement, self: movement }] : []))
    if (name === 'audit') return log.filter(({ at }) => at >= shownFrom).map(({ movement: _, ...row }) => row)
    if (name === 'restores') return this.snapshots.restores.filter(({ at }) => now < at + 90 * dayMs)
    return this.snapshots.all.filter((snapshot) => this.snapshots.isThere(now, snapshot))
  }
}

function passes(now: number, row: Row, filter: string, value: string): boolean {
  const { at, quantity, reorder_point, status, expected_at, supplier, item } = row
  if (filter === 'since') return Number(at) > Date.parse(value)
  if (filter === 'until') return Number(at) <= Date.parse(value)
  if (filter === 'ids') return value.split(',').includes(`${row.id}`)
  if (filter === 'low_stock') return reorder_point !== null && Number(quantity) < Number(reorder_point)
  if (filter === 'out_of_stock') return quantity === 0
  if (filter === 'has_reorder_point') return reorder_point === null
  const isOpen = status === 'ordered' || status === 'partially_received'
  if (filter === 'overdue') return isOpen && expected_at !== null && `${expected_at}` < toTime(now).slice(0, 10)
  if (filter === 'supplier') return Object(supplier).name === value
  if (filter === 'item_id') return (row.item_id ?? Object(item).id ?? row.resource_id) === value
  if (filter !== 'search') return row[filter] === value
  const texts = [row.name, row.sku, row.barcode, Object(supplier).name]
  const folded = texts.map((text) => foldText(`${text ?? ''}`))
  const finds = (word: string) => folded.some((text) => text.includes(word))
  return foldText(value).trim().split(/ +/).every(finds)
}

/** One key: how much of its minute and of its day is used. */
export class Key {
  private readonly used = { minute: { number: -1, count: 0 }, day: { number: -1, count: 0 } }

  constructor(readonly company: Company) {}

  /** Counts a request. Null where it is let in. */
  admit(now: number): Expected | null {
    if (this.company.isSuspended) return refuse(403, 'forbidden')
    const { perMinute, perDay } = plans[this.company.plan]
    const [minute, day] = [this.open('minute', now), this.open('day', now)]
    if (minute.count >= perMinute || day.count >= (perDay ?? Number.POSITIVE_INFINITY))
      return refuse(429, 'rate_limited')
    minute.count += 1
    day.count += 1
    return null
  }

  /** As many requests as leave `left`. */
  useUp(window: 'minute' | 'day', now: number, left: number): { number: number; count: number } {
    const { perMinute, perDay } = plans[this.company.plan]
    const used = this.open(window, now)
    used.count = Math.max(used.count, (window === 'minute' ? perMinute : (perDay ?? 0)) - left)
    return used
  }

  private open(window: 'minute' | 'day', now: number): { number: number; count: number } {
    const number = Math.floor(now / (window === 'minute' ? 60_000 : dayMs))
    if (this.used[window].number !== number) this.used[window] = { number, count: 0 }
    return this.used[window]
  }
}
