import type { ItemFields } from '../../../functions/domain/items/item'
import { dayMs } from '../../../functions/domain/time'

/** What the model reads from answers: ids, which only the service can choose. */
export type Reply = {
  id: string
  pre_restore_snapshot_id: string
  line_items: { id: string }[]
  transactions: { id: string }[]
  receipt: { id: string }
}

/** What a request must come to. `commit` makes a success happen, and returns what the answer must show. */
export type Expected = { status: number; code?: string; commit?: (reply: Reply) => unknown }

export const refuse = (status: number, code: string): Expected => ({ status, code })
export const computeDay = (at: number) => Math.floor(at / dayMs)
export const toTime = (at: number) => new Date(at).toISOString()

type State = { rev: number; sequence: number; deleted_at: string | null }
export type Item = ItemFields & State & { id: string; created_at: string }
/** `id` is null until an answer shows it. */
type Links = { id: string | null; order_id: string | null; reversal_of: string | null }
type Cause = { type: string; quantity_change: number } & Partial<Links>
type Counts = { quantity_change: number; quantity_after: number; sequence: number }
export type Movement = Links & Counts & { type: string; item: Item; item_id: string }
type LogRow = { at: number; action: string; resource_type: string; resource_id: string; movement: Movement | null }
type Change = [action: string, type: string]
/** `happened` names it where the action does not. */
type Fact = { kind: string; id: string; happened?: string | undefined; movement?: Movement | null }
const verbs: Record<string, string> = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' }

/** The items of a company, its log, and what it tells. */
export class Items {
  readonly all: Item[] = []
  readonly log: LogRow[] = []
  readonly events: { at: number; type: string; resource_id: string }[] = []
  /** Live items below their reorder points. */
  private readonly low = new Set<string>()

  findLive = (sku: string) => this.live.find((item) => item.sku === sku)

  get live(): Item[] {
    return this.all.filter((item) => item.deleted_at === null)
  }

  create(now: number, { quantity, ...fields }: ItemFields): Expected {
    if (this.findLive(fields.sku)) return refuse(400, 'sku_already_exists')
    const commit = ({ id }: { id: string }) => {
      const item = { ...fields, id, quantity: 0, created_at: toTime(now), rev: 0, sequence: 0, deleted_at: null }
      this.all.push(item)
      return this.record(now, 'create', item, quantity > 0 ? { type: 'initial', quantity_change: quantity } : null)
    }
    return { status: 201, commit }
  }

  update(now: number, item: Item | undefined, patch: Partial<ItemFields>, revision: number | null): Expected {
    if (item === undefined || item.deleted_at !== null) return refuse(404, 'item_not_found')
    if (revision !== null && revision !== item.rev) return refuse(400, 'version_conflict')
    const holder = patch.sku === undefined ? item : (this.findLive(patch.sku) ?? item)
    if (holder !== item) return refuse(400, 'sku_already_exists')
    return { status: 200, commit: () => this.setFields(now, item, patch, ['update', 'direct_update']) }
  }

  upsert(now: number, fields: ItemFields): Expected {
    const item = this.findLive(fields.sku)
    return item ? this.update(now, item, fields, null) : this.create(now, fields)
  }

  delete(now: number, item: Item | undefined): Expected {
    if (item === undefined || item.deleted_at !== null) return refuse(404, 'item_not_found')
    return { status: 204, commit: () => this.trash(now, item) }
  }

  restore(now: number, item: Item | undefined, sku: string): Expected {
    if (item === undefined || isPurged(item, now)) return refuse(404, 'item_not_found')
    if (item.deleted_at === null) return refuse(400, 'not_in_trash')
    if (this.findLive(sku)) return refuse(400, 'sku_already_exists')
    return { status: 200, commit: () => this.record(now, 'restore', Object.assign(item, { sku, deleted_at: null })) }
  }

  move(now: number, item: Item | undefined, type: string, quantity: number): Expected {
    const by = { issue: -quantity, count: quantity - (item?.quantity ?? 0) }[type] ?? quantity
    return this.change(now, item, { type, quantity_change: by })
  }

  reverse(now: number, movement: Movement | undefined): Expected {
    if (movement === undefined) return refuse(404, 'transaction_not_found')
    const isFixed = ['initial', 'snapshot_restore', 'reversal'].includes(movement.type) || movement.order_id !== null
    const isReversed = this.log.some((row) => row.movement?.reversal_of === movement.id)
    if (isFixed || isReversed) return refuse(400, 'invalid_state')
    const by = 0 - movement.quantity_change
    return this.change(now, movement.item, { type: 'reversal', quantity_change: by, reversal_of: movement.id })
  }

  trash(now: number, item: Item): void {
    item.deleted_at = toTime(now)
    this.record(now, 'delete', item)
  }

  /** One log row for what is new in `patch`, and none where nothing is. */
  setFields(now: number, item: Item, { quantity, ...patch }: Partial<ItemFields>, [action, type]: Change): Item {
    const quantity_change = (quantity ?? item.quantity) - item.quantity
    const before = JSON.stringify(item)
    Object.assign(item, patch)
    const isSame = quantity_change === 0 && JSON.stringify(item) === before
    return isSame ? item : this.record(now, action, item, quantity_change === 0 ? null : { type, quantity_change })
  }

  /** A log row, with a movement where there is one. */
  record(now: number, action: string, item: Item, cause: Cause | null = null): Item {
    item.rev += 1
    if (cause) Object.assign(item, { quantity: item.quantity + cause.quantity_change, sequence: item.sequence + 1 })
    const { id: item_id, sequence, quantity: quantity_after } = item
    const facts = { item, item_id, sequence, quantity_after }
    const movement = cause && { id: null, order_id: null, reversal_of: null, ...cause, ...facts }
    const happened = action === 'update' && movement ? 'stock_changed' : undefined
    this.append(now, action, { kind: 'item', id: item_id, happened, movement })
    this.cross(now, item)
    return item
  }

  /** A log row, and what the feed tells of it. */
  append(at: number, action: string, { kind, id, happened = verbs[action], movement = null }: Fact): void {
    this.log.push({ at, action, resource_type: kind, resource_id: id, movement })
    this.events.push({ at, type: `${kind}.${happened}`, resource_id: id })
  }

  private cross(at: number, { id, deleted_at, quantity, reorder_point }: Item): void {
    const isLow = deleted_at === null && reorder_point !== null && quantity < reorder_point
    if (isLow === this.low.has(id)) return
    if (isLow) this.low.add(id)
    else this.low.delete(id)
    this.events.push({ at, type: isLow ? 'item.low_stock' : 'item.restocked', resource_id: id })
  }

  private change(now: number, item: Item | undefined, cause: Cause): Expected {
    const refusal = refuseUnlessLive(now, item)
    if (refusal || item === undefined) return refusal ?? refuse(404, 'item_not_found')
    if (item.quantity + cause.quantity_change < 0) return refuse(400, 'insufficient_stock')
    const commit = ({ id }: { id: string }) => {
      this.record(now, 'update', item, { ...cause, id })
      return this.log.at(-1)?.movement
    }
    return { status: 201, commit }
  }
}

export const isPurged = ({ deleted_at }: Item, now: number) =>
  deleted_at !== null && Date.parse(deleted_at) + 30 * dayMs <= now

/** Null where stock can move, or an order can name it. */
export function refuseUnlessLive(now: number, item: Item | undefined): Expected | null {
  if (item === undefined || isPurged(item, now)) return refuse(404, 'item_not_found')
  return item.deleted_at === null ? null : refuse(400, 'item_in_trash')
}
