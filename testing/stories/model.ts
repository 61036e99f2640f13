import { type Plan, plans } from '../../functions/domain/companies/plan'
import { dayMs } from '../../functions/domain/time'

// What the service must do, in memory and as simply as possible: no rows, no revisions, no catalogue.

const trashMs = 30 * dayMs
const keptAnswerMs = 24 * 3_600_000

type ModelItem = {
  id: string
  name: string
  sku: string
  quantity: number
  location: string | null
  reorder_point: number | null
  deletedAt: number | null
}
type Fields = Pick<ModelItem, 'name' | 'sku' | 'quantity' | 'location' | 'reorder_point'>
type Entry = { id: string; itemId: string; type: string; change: number; reversed: boolean; orderId: string | null }
type ModelOrder = { id: string; itemId: string; quantity: number; status: string }
type ModelSnapshot = { id: string; items: ModelItem[]; type: string; expiresAt: number }

/** What a request must come to. `learn` takes the reply of a success, which has the ids of what was created. */
export type Expected = { status: number; code?: string; learn?: (body: Reply) => void }
type Reply = { id: string; pre_restore_snapshot_id: string }

const refuse = (status: number, code: string): Expected => ({ status, code })
const day = (at: number) => Math.floor(at / dayMs)

/** One company, as its customers know it. */
export class ModelCompany {
  readonly items: ModelItem[] = []
  readonly ledger: Entry[] = []
  readonly audit: { at: number; action: string; resource: string }[] = []
  readonly orders: ModelOrder[] = []
  readonly snapshots: ModelSnapshot[] = []
  private readonly used = { snapshots: [] as number[], restores: [] as number[] }
  private latestRestore: { undoes: string; isUndo: boolean; at: number } | null = null

  constructor(readonly plan: Plan) {}

  isLive = (item: ModelItem) => item.deletedAt === null
  isPurged = (item: ModelItem, now: number) => item.deletedAt !== null && item.deletedAt + trashMs <= now

  createItem(now: number, fields: Fields): Expected {
    if (this.findSku(fields.sku)) return refuse(400, 'sku_already_exists')
    return {
      status: 201,
      learn: ({ id }) => {
        this.items.push({ ...fields, id, deletedAt: null })
        this.log(now, 'create', 'item')
        if (fields.quantity > 0) this.book({ itemId: id, type: 'initial', change: fields.quantity })
      },
    }
  }

  updateItem(now: number, item: ModelItem | undefined, fields: Partial<Fields>): Expected {
    if (item === undefined || !this.isLive(item)) return refuse(404, 'item_not_found')
    const holder = fields.sku === undefined ? undefined : this.findSku(fields.sku)
    if (holder && holder !== item) return refuse(400, 'sku_already_exists')
    const before = { ...item }
    Object.assign(item, fields)
    if (JSON.stringify(before) !== JSON.stringify(item)) this.log(now, 'update', 'item')
    if (item.quantity !== before.quantity)
      this.book({ itemId: item.id, type: 'direct_update', change: item.quantity - before.quantity })
    return { status: 200 }
  }

  deleteItem(now: number, item: ModelItem | undefined): Expected {
    if (item === undefined || !this.isLive(item)) return refuse(404, 'item_not_found')
    item.deletedAt = now
    this.log(now, 'delete', 'item')
    return { status: 204 }
  }

  restoreItem(now: number, item: ModelItem | undefined): Expected {
    if (item === undefined || this.isPurged(item, now)) return refuse(404, 'item_not_found')
    if (this.isLive(item)) return refuse(400, 'not_in_trash')
    if (this.findSku(item.sku)) return refuse(400, 'sku_already_exists')
    item.deletedAt = null
    this.log(now, 'restore', 'item')
    return { status: 200 }
  }

  move(now: number, item: ModelItem | undefined, type: string, quantity: number): Expected {
    const refusal = this.refuseUnlessLive(item, now)
    if (refusal || item === undefined) return refusal ?? refuse(404, 'item_not_found')
    const change = type === 'issue' ? -quantity : type === 'count' ? quantity - item.quantity : quantity
    if (item.quantity + change < 0) return refuse(400, 'insufficient_stock')
    return {
      status: 201,
      learn: ({ id }) => {
        item.quantity += change
        this.book({ id, itemId: item.id, type, change })
        this.log(now, 'update', 'item')
      },
    }
  }

  reverse(now: number, entry: Entry | undefined): Expected {
    if (entry === undefined) return refuse(404, 'transaction_not_found')
    const fixed = ['initial', 'snapshot_restore', 'reversal'].includes(entry.type) || entry.orderId !== null
    if (fixed || entry.reversed) return refuse(400, 'invalid_state')
    const item = this.items.find(({ id }) => id === entry.itemId)
    const refusal = this.refuseUnlessLive(item, now)
    if (refusal || item === undefined) return refusal ?? refuse(404, 'item_not_found')
    if (item.quantity - entry.change < 0) return refuse(400, 'insufficient_stock')
    item.quantity -= entry.change
    entry.reversed = true
    this.book({ itemId: item.id, type: 'reversal', change: -entry.change })
    this.log(now, 'update', 'item')
    return { status: 201 }
  }

  createOrder(now: number, item: ModelItem | undefined, quantity: number, status: string): Expected {
    const refusal = this.refuseUnlessLive(item, now)
    if (refusal || item === undefined) return refusal ?? refuse(404, 'item_not_found')
    return {
      status: 201,
      learn: ({ id }) => {
        this.orders.push({ id, itemId: item.id, quantity, status })
        this.log(now, 'create', 'order')
      },
    }
  }

  changeOrder(now: number, order: ModelOrder | undefined, verb: 'place' | 'receive' | 'cancel'): Expected {
    if (order === undefined) return refuse(404, 'order_not_found')
    const allowed = { place: ['draft'], receive: ['ordered'], cancel: ['draft', 'ordered'] }[verb]
    if (!allowed.includes(order.status)) return refuse(400, 'invalid_state')
    const item = this.items.find(({ id }) => id === order.itemId)
    const refusal = verb === 'cancel' ? null : this.refuseUnlessLive(item, now)
    if (refusal) return refusal
    order.status = { place: 'ordered', receive: 'received', cancel: 'cancelled' }[verb]
    this.log(now, 'update', 'order')
    if (verb === 'receive' && item) {
      item.quantity += order.quantity
      this.book({ itemId: item.id, type: 'receive', change: order.quantity, orderId: order.id })
      this.log(now, 'update', 'item')
    }
    return { status: 200 }
  }

  takeSnapshot(now: number): Expected {
    if (this.isUsedUp('snapshots', now)) return refuse(403, 'plan_limit_reached')
    return {
      status: 201,
      learn: ({ id }) => {
        this.keepSnapshot(now, id, 'manual')
        this.used.snapshots.push(day(now))
      },
    }
  }

  restoreSnapshot(now: number, snapshot: ModelSnapshot | undefined): Expected {
    if (snapshot === undefined || snapshot.expiresAt <= now) return refuse(404, 'snapshot_not_found')
    const latest = this.latestRestore
    const isUndo = latest?.undoes === snapshot.id && !latest.isUndo && now < latest.at + dayMs
    if (!isUndo && this.isUsedUp('restores', now)) return refuse(403, 'plan_limit_reached')
    return {
      status: 201,
      learn: ({ pre_restore_snapshot_id }) => {
        this.keepSnapshot(now, pre_restore_snapshot_id, 'pre_restore')
        this.log(now, 'restore', 'snapshot')
        this.bringBack(now, snapshot.items)
        if (!isUndo) this.used.restores.push(day(now))
        this.latestRestore = { undoes: pre_restore_snapshot_id, isUndo, at: now }
      },
    }
  }

  /** What a list must hold: how many, and which ids on its first page of 100. */
  list(now: number, kind: string, filter: string): { total: number; ids: string[] | null } {
    const ids = (all: { id: string }[]) => ({ total: all.length, ids: all.map(({ id }) => id).sort() })
    switch (kind) {
      case 'items':
        return ids(this.items.filter((item) => this.isLive(item) && matches(item, filter)))
      case 'trash':
        return ids(
          this.items.filter((item) => !this.isLive(item) && !this.isPurged(item, now) && matches(item, filter)),
        )
      case 'transactions':
        return { total: this.ledger.filter(({ type }) => filter === '' || type === filter).length, ids: null }
      case 'audit': {
        const since = (day(now) - plans[this.plan].auditDays) * dayMs
        const shown = this.audit.filter(({ at, action }) => at >= since && (filter === '' || action === filter))
        return { total: shown.length, ids: null }
      }
      case 'orders':
        return ids(this.orders.filter(({ status }) => filter === '' || status === filter))
      default:
        return ids(this.snapshots.filter(({ expiresAt }) => expiresAt > now))
    }
  }

  private bringBack(now: number, wanted: ModelItem[]): void {
    for (const item of this.items)
      if (this.isLive(item) && !wanted.some(({ id }) => id === item.id)) {
        item.deletedAt = now
        this.log(now, 'delete', 'item')
      }
    const waiting = wanted.flatMap((want) => {
      const item = this.items.find(({ id }) => id === want.id)
      if (item === undefined) throw new Error('an item of a snapshot was never created')
      if (this.isLive(item)) this.setFields(now, item, want)
      return item.deletedAt !== null || item.sku !== want.sku ? [{ item, want }] : []
    })
    for (let settled = true; settled; ) {
      settled = false
      for (const { item, want } of waiting.filter(
        (each) => each.item.deletedAt !== null || each.item.sku !== each.want.sku,
      )) {
        const holder = this.findSku(want.sku)
        if (holder && holder !== item) continue
        settled = true
        const isBack = item.deletedAt !== null
        item.deletedAt = null
        item.sku = want.sku
        this.log(now, isBack ? 'restore' : 'update', 'item')
        if (isBack) this.setFields(now, item, want, { isLogged: true })
      }
    }
  }

  private setFields(now: number, item: ModelItem, want: ModelItem, { isLogged = false } = {}): void {
    const before = JSON.stringify(item)
    const change = want.quantity - item.quantity
    Object.assign(item, { ...want, sku: item.sku, deletedAt: item.deletedAt })
    if (JSON.stringify(item) === before) return
    if (!isLogged) this.log(now, 'update', 'item')
    if (change !== 0) this.book({ itemId: item.id, type: 'snapshot_restore', change })
  }

  private keepSnapshot(now: number, id: string, type: string): void {
    const items = this.items.filter(this.isLive).map((item) => ({ ...item }))
    this.snapshots.push({ id, items, type, expiresAt: now + plans[this.plan].snapshotDays * dayMs })
    this.log(now, 'create', 'snapshot')
  }

  private isUsedUp(quota: 'snapshots' | 'restores', now: number): boolean {
    return this.used[quota].filter((each) => each === day(now)).length >= plans[this.plan][`${quota}PerDay`]
  }

  private refuseUnlessLive(item: ModelItem | undefined, now: number): Expected | null {
    if (item === undefined || this.isPurged(item, now)) return refuse(404, 'item_not_found')
    return this.isLive(item) ? null : refuse(400, 'item_in_trash')
  }

  private findSku(sku: string): ModelItem | undefined {
    return this.items.find((item) => this.isLive(item) && item.sku === sku)
  }

  private book(entry: Pick<Entry, 'itemId' | 'type' | 'change'> & Partial<Entry>): void {
    this.ledger.push({ id: '', reversed: false, orderId: null, ...entry })
  }

  private log(at: number, action: string, resource: string): void {
    this.audit.push({ at, action, resource })
  }
}

/** One key: what is left of its minute and its day, and what it was answered under each idempotency key. */
export class ModelKey {
  private minute = { number: -1, count: 0 }
  private today = { number: -1, count: 0 }
  readonly answers = new Map<string, { text: string; at: number }>()

  constructor(private readonly plan: Plan) {}

  /** Spends one request; false where the limit is reached. */
  spend(now: number): boolean {
    const { perMinute, perDay } = plans[this.plan]
    const minute = Math.floor(now / 60_000)
    if (this.minute.number !== minute) this.minute = { number: minute, count: 0 }
    if (this.today.number !== day(now)) this.today = { number: day(now), count: 0 }
    if (this.minute.count >= perMinute || this.today.count >= (perDay ?? Number.POSITIVE_INFINITY)) return false
    this.minute.count += 1
    this.today.count += 1
    return true
  }

  /** As many requests as leave `left` of the day. */
  useDay(now: number, left: number): number | null {
    const { perDay } = plans[this.plan]
    if (perDay === null) return null
    this.today = {
      number: day(now),
      count: Math.max(this.today.number === day(now) ? this.today.count : 0, perDay - left),
    }
    return this.today.count
  }

  findAnswer(key: string, now: number): string | null {
    const answer = this.answers.get(key)
    return answer && now < answer.at + keptAnswerMs ? answer.text : null
  }
}

function matches(item: ModelItem, filter: string): boolean {
  if (filter === 'low') return item.reorder_point !== null && item.quantity < item.reorder_point
  return filter === '' || item.location === filter
}
