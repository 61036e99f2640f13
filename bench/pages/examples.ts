import { setTimeout as sleep } from 'node:timers/promises'
import type { InventoryClient } from '../../client'

/** The ids of what pages show, by the words that stand for them in addresses. */
export type Examples = Record<'ITEM' | 'SKU' | 'WEBHOOK' | 'ORDER' | 'DRAFT' | 'SNAPSHOT' | 'RESTORE', string>

const supplier = { name: 'Acme', email: 'orders@acme.example' }

/** What each page has something to show of: what is low, what is under way, and what differs from a snapshot. */
export async function makeExamples(client: InventoryClient): Promise<Examples> {
  const stock = { name: 'Lantern', quantity: 20, reorder_point: 15 }
  const item = await client.createItem({ ...stock, sku: 'LANTERN' })
  const second = await client.createItem({ ...stock, sku: 'LANTERN-S' })
  const snapshot = await client.createSnapshot({ name: 'Before' })
  await waitWhile(async () => (await client.getSnapshot(snapshot.id)).status === 'creating')
  await client.createTransactions({ type: 'issue', item_id: item.id, quantity: 7 })
  await client.createItem({ ...stock, sku: 'LANTERN-N' })
  await client.deleteItem(second.id)
  const restore = await client.restoreSnapshot(snapshot.id, { item_ids: [second.id] })
  await waitWhile(async () => (await client.getRestore(restore.id)).status === 'running')
  await client.updateItem(item.id, { location: 'Aisle 2' })
  const webhook = await client.createWebhook({ url: 'http://127.0.0.1:40009/', events: ['item.low_stock'] })
  await client.testWebhook(webhook.id)
  const { id: SNAPSHOT } = snapshot
  const orders = await makeOrders(client, [item.id, second.id])
  return { ITEM: item.id, SKU: item.sku, WEBHOOK: webhook.id, ...orders, SNAPSHOT, RESTORE: restore.id }
}

/** One is late, and received in part. One is a draft. One of the past tells the supplier of what is low. */
async function makeOrders(client: InventoryClient, itemIds: string[]) {
  const line_items = itemIds.map((item_id) => ({ item_id, quantity_ordered: 12, unit_cost: '2.50' }))
  const open = await client.createOrder({ supplier, line_items, expected_at: '2026-02-03' })
  const lines = open.line_items.map(({ id }) => ({ line_item_id: id, quantity_accepted: 5 }))
  await client.receiveOrder(open.id, { lines })
  const draft = await client.createOrder({ supplier, line_items, status: 'draft' })
  const low = await client.createItem({ name: 'Wick', sku: 'WICK', quantity: 1, reorder_point: 40 })
  const past = await client.createOrder({ supplier, line_items: [{ item_id: low.id, quantity_ordered: 2 }] })
  await client.receiveOrder(past.id, {})
  return { ORDER: open.id, DRAFT: draft.id }
}

/** Of a large company, it takes a while. */
async function waitWhile(isBusy: () => Promise<boolean>): Promise<void> {
  while (await isBusy()) await sleep(100)
}
