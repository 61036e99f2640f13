import type { Item, ItemPatch } from '../../functions/domain/items/item'
import { chooseStamp } from '../../functions/domain/revision'
import { requestedTypes } from '../../functions/domain/stock/movement'
import { deleteOrder, placeOrder, updateOrder } from '../../functions/operations/orders/order-changes'
import { commitChangeset, draftChangeset } from '../../functions/store/commit/changeset'
import type { Movement, Shop } from './shop'
import { forgetWriteRate } from './write-rate'

export type Update = { id: string; fields: ItemPatch }

/** What the writers of a story do. Each works on something that is there: a number chooses it. */
export class StoryWrites {
  /** Items that were purged. */
  readonly purged: Item[] = []
  lastUpdate: Update | null = null
  protected readonly items: string[] = []
  protected readonly moved: string[] = []
  protected readonly orders: string[] = []
  protected names = 0

  async add(shop: Shop, n: number): Promise<void> {
    const fields = { sku: `S-${this.names}`, name: `Bolt ${this.names++ % 4}`, quantity: n % 3 }
    this.items.push((await shop.createItem(fields)).id)
  }

  update(shop: Shop, n: number): Promise<unknown> {
    const fields = { name: `Nut ${this.names++}`, reorder_point: 3 }
    this.lastUpdate = { id: choose(this.items, n), fields }
    return shop.updateItem(this.lastUpdate.id, fields)
  }

  move(shop: Shop, n: number): Promise<unknown> {
    return shop.move({ type: 'receive', quantity: 1, item_id: choose(this.items, n) })
  }

  async bulk(shop: Shop, n: number): Promise<void> {
    const type = requestedTypes[n % 3] ?? 'receive'
    const item_id = choose(this.items, n)
    const movement: Movement = { type: type === 'issue' ? 'return' : type, quantity: 1, item_id }
    await forgetWriteRate(shop)
    const rows = await shop.move(...Array<Movement>(40).fill(movement))
    this.moved.push(...rows.map(({ id }) => id))
  }

  trash(shop: Shop, n: number): Promise<unknown> {
    return shop.deleteItem(choose(this.items, n))
  }

  restore(shop: Shop, n: number): Promise<unknown> {
    return shop.restoreItem(choose(this.items, n), `R-${this.names++}`)
  }

  reverse(shop: Shop): Promise<unknown> {
    return shop.reverse(this.moved.pop() ?? `txn_${'0'.repeat(28)}`)
  }

  async order(shop: Shop, n: number): Promise<void> {
    const line = { item_id: choose(this.items, n), quantity_ordered: 1 }
    this.orders.push((await shop.order([line], 'draft')).id)
  }

  'edit order'(shop: Shop, n: number): Promise<unknown> {
    const line = { item_id: choose(this.items, n), sku: null, quantity_ordered: 2, unit_cost: null, notes: null }
    const fields = n % 2 === 0 ? { line_items: [line] } : { notes: `Note ${this.names++}` }
    return shop.run((context) => updateOrder(context, choose(this.orders, n), fields, null))
  }

  'place order'(shop: Shop, n: number): Promise<unknown> {
    return shop.run((context) => placeOrder(context, choose(this.orders, n)))
  }

  'delete order'(shop: Shop, n: number): Promise<unknown> {
    return shop.run((context) => deleteOrder(context, choose(this.orders, n), null))
  }

  /** Recreates an item that was purged, as the restore of a snapshot does. Its revision continues. */
  async recreate({ table, who }: Shop): Promise<void> {
    const last = this.purged.shift()
    if (last === undefined) return
    const at = chooseStamp([last], table.now())
    const live = { ...last, sku: `P-${this.names++}`, deleted_at: null, deleted_by: null }
    const after = { ...live, rev: last.rev + 1, updated_at: new Date(at).toISOString() }
    const change = { action: 'restore', before: null, after, changes: {}, movement: null } as const
    await commitChangeset(table, draftChangeset(who, at, { items: [change] }))
  }
}

/** An id of nothing where there is none. */
export function choose(ids: string[], n: number): string {
  return ids[n % Math.max(1, ids.length)] ?? `po_${'0'.repeat(26)}`
}
