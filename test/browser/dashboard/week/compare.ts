import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { InventoryClient, Receipt, Transaction } from '../../../../client'
import type { Model, Received } from './model'

/** What the service has is what the model has: nothing is missing, and nothing is there beside. */
export async function compareAll(client: InventoryClient, model: Model): Promise<void> {
  await compareItems(client, model)
  const rows = await compareLedgers(client, model)
  await compareOrders(client, model)
  const entries = await compareLog(client, model)
  const verified = await verifyMoved(client, model)
  console.log(
    `week: ${model.items.size} items, ${rows} movements, ${model.orders.size} orders and ${entries} entries of the log ` +
      `are as in the model, and ${verified} items that moved verify`,
  )
}

/** Names what differs, and nothing of the thousands that do not. */
function requireSame<Value>(found: Map<string, Value>, expected: Map<string, Value>): void {
  const keys = [...new Set([...found.keys(), ...expected.keys()])]
  const differing = keys.filter((key) => !isDeepStrictEqual(found.get(key), expected.get(key)))
  const pick = (map: Map<string, Value>) => Object.fromEntries(differing.map((key) => [key, map.get(key)]))
  assert.deepEqual(pick(found), pick(expected))
}

async function compareItems(client: InventoryClient, model: Model): Promise<void> {
  const items = await client.listItems().toArray()
  const found = items.map(({ sku, name, location, barcode, reorder_point, quantity }) => {
    return [sku, { fields: { name, location, barcode, reorder_point }, quantity }] as const
  })
  requireSame(new Map(found), model.cut())
  const trashed = (await client.listTrash().toArray()).map(({ sku }) => sku)
  const expected = [...model.items].flatMap(([sku, { isLive }]) => (isLive ? [] : [sku]))
  assert.deepEqual(trashed.sort(), expected.sort())
}

/** The type, the change and the running balance of each movement of each item. */
async function compareLedgers(client: InventoryClient, model: Model): Promise<number> {
  const rows = await client.listTransactions().toArray()
  const ledgers = new Map<string, Transaction[]>()
  for (const row of rows) ledgers.set(row.sku, [...(ledgers.get(row.sku) ?? []), row])
  for (const [sku, { movements }] of model.items) {
    const ledger = (ledgers.get(sku) ?? []).sort((a, b) => a.sequence - b.sequence)
    const found = ledger.map(({ type, quantity_change: change, quantity_after: after }) => ({ type, change, after }))
    assert.deepEqual(found, movements, `the ledger of ${sku}`)
  }
  const expected = [...model.items.values()].flatMap(({ movements }) => movements)
  assert.equal(rows.length, expected.length)
  return rows.length
}

async function compareOrders(client: InventoryClient, model: Model): Promise<void> {
  const orders = await client.listOrders().toArray()
  assert.deepEqual(orders.map(({ order_number }) => order_number).sort(), [...model.orders.keys()].sort())
  for (const { id, order_number } of orders) {
    const { status, line_items } = await client.getOrder(id)
    const lines = line_items.map(({ sku, quantity_ordered, quantity_received, quantity_rejected }) => {
      return { sku, ordered: quantity_ordered, received: quantity_received, rejected: quantity_rejected }
    })
    const receipts = (await client.listReceipts(id).toArray()).reverse().map(readReceipt)
    assert.deepEqual({ status, lines, receipts }, model.getOrder(order_number), order_number)
  }
}

function readReceipt({ lines }: Receipt): Received[] {
  return lines.map(({ sku, quantity_accepted, quantity_rejected }) => {
    return { sku, accepted: quantity_accepted, rejected: quantity_rejected }
  })
}

/** How often each item, order and kind of snapshot was created, changed, deleted and restored. */
async function compareLog(client: InventoryClient, model: Model): Promise<number> {
  const [entries, orders, snapshots] = await Promise.all([
    client.listAudit().toArray(),
    client.listOrders().toArray(),
    client.listSnapshots().toArray(),
  ])
  const names = new Map([
    ...orders.map(({ id, order_number }) => [id, order_number] as const),
    ...snapshots.map(({ id, type }) => [id, type] as const),
  ])
  const counts = new Map<string, number>()
  for (const { action, resource_type, resource_id, sku } of entries) {
    const key = `${resource_type} ${sku ?? names.get(resource_id) ?? resource_id}: ${action}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  requireSame(counts, model.log)
  return entries.length
}

/** The service adds up the ledgers by itself. */
async function verifyMoved(client: InventoryClient, model: Model): Promise<number> {
  const moved = (await client.listItems().toArray()).filter(({ sku }) => model.get(sku).movements.length > 1)
  for (const { id, sku } of moved) {
    const { consistent, quantity } = await client.verifyItem(id)
    assert.deepEqual({ consistent, quantity }, { consistent: true, quantity: model.get(sku).quantity }, sku)
  }
  return moved.length
}
