import fc from 'fast-check'
import { createApiKey } from '../../admin/keys/api-keys'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { listReceipts } from '../../functions/operations/orders/get-order'
import { cancelOrder, closeOrder } from '../../functions/operations/orders/order-changes'
import { deleteSnapshot } from '../../functions/operations/snapshots/delete-snapshot'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { baseNames } from '../../functions/store/catalogue/head'
import { ignoreRefusals } from './held-commits'
import { renderJson, type Shop } from './shop'
import { choose, StoryWrites } from './story-writes'

type Action = () => Promise<unknown>

/** What writers of stories do, too. */
const writes = [
  ...(['add', 'add', 'update', 'trash', 'restore', 'reverse'] as const),
  ...(['order', 'edit order', 'place order', 'delete order'] as const),
]

/** What somebody may do at any time. Each works on something that is chosen at random. */
export class LiveCompany extends StoryWrites {
  private readonly snapshots: string[] = []

  constructor(private readonly shop: Shop) {
    super()
  }

  /** Chosen by a number. Refusals are a part of life. */
  async act(choice: number): Promise<void> {
    const usual = writes.map((name) => () => this[name](this.shop, choice))
    const actions: Action[] = [...usual, ...this.listStockActions(choice), ...this.listOtherActions(choice)]
    await actions[choice % actions.length]?.().catch(ignoreRefusals)
  }

  private listStockActions(choice: number): Action[] {
    const { shop } = this
    const [item_id, order] = [choose(this.items, choice), choose(this.orders, choice)]
    const move = async (quantity: number) => {
      const movements = [
        { type: 'receive', quantity, item_id } as const,
        { type: 'issue', quantity: 1, item_id } as const,
      ]
      this.moved.push(...(await shop.move(...movements)).slice(0, 1).map(({ id }) => id))
    }
    const lines = [0, 1].map((n) => ({ item_id: choose(this.items, choice + n), quantity_ordered: 3 }))
    const receiveSome = async () => {
      const [line] = (await shop.getOrder(order)).line_items
      const some = { line_item_id: line?.id ?? '', quantity_accepted: 1, quantity_rejected: 1, rejection_reason: null }
      return shop.receive(order, { lines: [some], reference: null, note: null, allow_over_receipt: true })
    }
    return [
      () => shop.updateItem(item_id, { sku: `Q-${this.names++}`, quantity: choice % 7 }),
      () => move(2),
      () => move(3),
      async () => this.orders.push((await shop.order(lines)).id),
      () => shop.run((context) => cancelOrder(context, order, null)),
      () => shop.run((context) => closeOrder(context, order)),
      receiveSome,
      receiveSome,
      () => shop.receive(order),
      async () => {
        const [newest] = (await listReceipts(shop.context, order, { limit: 1, offset: 0 })).rows
        return newest && shop.takeBack(order, newest.id)
      },
    ]
  }

  private listOtherActions(choice: number): Action[] {
    const { table, companyId, context } = this.shop
    const snapshot = choose(this.snapshots, choice)
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

/** Numbers for `act`, the same for a seed. */
export function chooseActions(seed: number, count: number): number[] {
  return fc.sample(fc.nat(), { seed, numRuns: count })
}
