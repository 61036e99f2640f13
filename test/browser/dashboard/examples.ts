import { createClient, type InventoryClient, type Item, type Snapshot } from '../../../client'
import { waitFor } from '../../support/eventually'
import type { Demo } from '../demo'

/** The ids of what is shown, by the words that stand for them in the addresses of pages. */
export type Examples = Record<'ITEM' | 'SKU' | 'WEBHOOK' | 'ORDER' | 'DRAFT' | 'SNAPSHOT' | 'RESTORE', string>

/** Text stays text, and stays within the page. */
const oddNames = {
  name: 'Lantern <script>alert(1)</script> =1+1',
  sku: 'LSR-a-code-that-is-as-long-as-no-code-should-be-and-has-no-space',
  location: 'A-very-long-name-of-a-location-that-has-no-space-in-it-at-all',
  supplier: '=1+1 <b>Bright</b>-and-Sons-and-Daughters-and-Grandchildren-Limited',
  note: 'A-remark-of-one-very-long-word-and-of-nothing-else-<script>alert(2)</script>',
}
type Names = typeof oddNames

/** Something to look at on each page: what has happened, what is under way, what is low, what differs. */
export async function makeExamples(
  { baseUrl, key }: Pick<Demo, 'baseUrl' | 'key'>,
  names: Names = oddNames,
): Promise<Examples> {
  const client = createClient({ baseUrl, apiKey: key })
  const [item, second] = await makeItems(client, names)
  const snapshot = await takeSnapshot(client, names.note)
  for (const quantity of [3, 4]) await client.createTransactions({ type: 'issue', item_id: item.id, quantity })
  const restoreId = await changeAndRestore(client, names, { item, second, snapshotId: snapshot.id })
  const webhook = await client.createWebhook({ url: 'http://127.0.0.1:40009/', events: ['item.low_stock'] })
  await client.testWebhook(webhook.id)
  return {
    ITEM: item.id,
    SKU: item.sku,
    WEBHOOK: webhook.id,
    ...(await makeOrders(client, names, [item, second])),
    SNAPSHOT: snapshot.id,
    RESTORE: restoreId,
  }
}

/** Tells those of one call from those of another. */
const makeSku = ({ sku }: Names, kind: string) => `${sku}-${kind}${Date.now() % 1_000}`

async function makeItems(client: InventoryClient, names: Names): Promise<[Item, Item]> {
  const { name, location } = names
  const stock = { quantity: 20, reorder_point: 15 }
  const item = await client.createItem({ name, location, sku: makeSku(names, ''), ...stock })
  return [item, await client.createItem({ name: `${name}, small`, location, sku: makeSku(names, 'S'), ...stock })]
}

/** Of a large company, it takes a while. */
async function takeSnapshot(client: InventoryClient, name: string): Promise<Snapshot> {
  const { id } = await client.createSnapshot({ name })
  return waitFor(async () => {
    const snapshot = await client.getSnapshot(id)
    return snapshot.status !== 'creating' && snapshot
  })
}

type Changed = { item: Item; second: Item; snapshotId: string }

/** An item goes, is restored, and others differ from the snapshot: one is new, one changed, one gone. */
async function changeAndRestore(client: InventoryClient, names: Names, changed: Changed): Promise<string> {
  const { item, second, snapshotId } = changed
  await client.createItem({ name: `${names.name}, new`, sku: makeSku(names, 'N') })
  await client.deleteItem(second.id)
  const restore = await client.restoreSnapshot(snapshotId, { item_ids: [second.id] })
  await waitFor(async () => (await client.getRestore(restore.id)).status !== 'running')
  await client.updateItem(item.id, { location: `${names.location}, 2` })
  return restore.id
}

/** One is received in part, and late. One is a draft. One of the past tells the supplier of what is low. */
async function makeOrders(client: InventoryClient, names: Names, items: Item[]) {
  const { supplier, note, location } = names
  const order = {
    supplier: { name: supplier, email: 'orders@bright.example', phone: '+49 30 1234567', reference: note },
    currency: 'EUR',
    location,
    notes: note,
    line_items: items.map(({ id }) => ({ item_id: id, quantity_ordered: 12, unit_cost: '1234.50', notes: note })),
  }
  const open = await client.createOrder({ ...order, expected_at: '2026-02-03' })
  const lines = open.line_items.map(({ id }) => {
    return { line_item_id: id, quantity_accepted: 5, quantity_rejected: 2, rejection_reason: note }
  })
  await client.receiveOrder(open.id, { lines, reference: note, note })
  const draft = await client.createOrder({ ...order, status: 'draft' })
  const low = await client.createItem({ name: names.name, sku: makeSku(names, 'L'), quantity: 1, reorder_point: 40 })
  const past = await client.createOrder({ ...order, line_items: [{ item_id: low.id, quantity_ordered: 2 }] })
  const received = past.line_items.map(({ id }) => ({ line_item_id: id, quantity_accepted: 2 }))
  await client.receiveOrder(past.id, { lines: received })
  return { ORDER: open.id, DRAFT: draft.id }
}
