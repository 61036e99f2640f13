import fc from 'fast-check'
import { createApiKey } from '../../admin/keys/api-keys'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { Refusal } from '../../functions/domain/errors'
import { cancelOrder, closeOrder, deleteOrder, placeOrder } from '../../functions/operations/orders/order-changes'
import { deleteSnapshot } from '../../functions/operations/snapshots/delete-snapshot'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { baseNames } from '../../functions/store/catalogue/head'
import { renderJson, type Shop } from './shop'

/** What somebody may do at any time. Each works on something that is chosen at random. */
export class LiveCompany {
  private readonly items: string[] = []
  private readonly orders: string[] = []
  private readonly moved: string[] = []
  private readonly snapshots: string[] = []
  private names = 0

  constructor(private readonly shop: Shop) {}

  /** Chosen by a number. Refusals are a part of life. */
  async act(choice: number): Promise<void> {
    const actions = this.listActions(choice)
    const action = actions[choice % actions.length]
    await action?.().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  private listActions(choice: number): (() => Promise<unknown>)[] {
    return [...this.listItemActions(choice), ...this.listOrderActions(choice), ...this.listOtherActions(choice)]
  }

  private listItemActions(choice: number): (() => Promise<unknown>)[] {
    const { shop } = this
    const [id, name] = [pick(this.items, choice), `N-${this.names++}`]
    const move = async (quantity: number) => {
      const [moved] = await shop.move(
        { type: 'receive', quantity, item_id: id },
        { type: 'issue', quantity: 1, item_id: id },
      )
      if (moved) this.moved.push(moved.id)
    }
    return [
      async () => this.items.push((await shop.stockItem(name, choice % 5)).id),
      async () => this.items.push((await shop.stockItem(name, 0)).id),
      () => shop.updateItem(id, { name }),
      () => shop.updateItem(id, { sku: name, quantity: choice % 7 }),
      () => move(2),
      () => move(3),
      () => shop.deleteItem(id),
      () => shop.restoreItem(id, name),
      () => shop.reverse(pick(this.moved, choice)),
    ]
  }

  private listOrderActions(choice: number): (() => Promise<unknown>)[] {
    const { shop } = this
    const id = pick(this.orders, choice)
    const lines = [0, 1].map((n) => ({ item_id: pick(this.items, choice + n), quantity_ordered: 3 }))
    const receiveSome = async () => {
      const [line] = (await shop.getOrder(id)).line_items
      const some = { line_item_id: line?.id ?? '', quantity_accepted: 1, quantity_rejected: 1, rejection_reason: null }
      return shop.receive(id, { lines: [some], reference: null, note: null, allow_over_receipt: true })
    }
    return [
      async () => this.orders.push((await shop.order(lines)).id),
      async () => this.orders.push((await shop.order(lines, 'draft')).id),
      () => shop.run((context) => placeOrder(context, id)),
      () => shop.run((context) => deleteOrder(context, id, null)),
      () => shop.run((context) => cancelOrder(context, id, null)),
      () => shop.run((context) => closeOrder(context, id)),
      receiveSome,
      receiveSome,
      () => shop.receive(id),
    ]
  }

  private listOtherActions(choice: number): (() => Promise<unknown>)[] {
    const { table, companyId, context } = this.shop
    const snapshot = pick(this.snapshots, choice)
    const key = { companyId, userId: 'usr_1', plan: 'enterprise', expiresAt: null, name: null } as const
    return [
      async () => this.snapshots.push((await takeSnapshot(context, { name: null, type: 'manual' })).snapshot.id),
      () => startRestore(context, snapshot, { mode: 'replace', item_ids: null }, renderJson),
      () => this.shop.run(() => deleteSnapshot(context, snapshot)),
      () => createApiKey(table, { ...key, scopes: ['read'], prefix: 'sk_test_' }),
      () => rebuild(table, companyId, baseNames[choice % 3] ?? 'items'),
      async () => compact(table, companyId, await planCompaction(table, companyId, null)),
      () => finishDays(table, companyId),
      async () => countSettled(table, companyId, await readCountedLog(table, companyId)),
    ]
  }
}

function pick(ids: string[], choice: number): string {
  return ids[choice % Math.max(1, ids.length)] ?? 'itm_0'
}

/** Numbers for `act`, the same for a seed. */
export function chooseActions(seed: number, count: number): number[] {
  return fc.sample(fc.nat(), { seed, numRuns: count })
}
