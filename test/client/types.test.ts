import type {
  InventoryClient,
  Item,
  Order,
  Restore,
  RestoreCounts,
  Transaction,
  verifyWebhook as verify,
} from '../../client'

declare const verifyWebhook: typeof verify

// `npm run check` checks the types of this file: each `@ts-expect-error` must stand above an error. Nothing here runs.

const typed: ((client: InventoryClient) => Promise<unknown>)[] = [
  async (client) => {
    const item: Item = await client.createItem({ name: 'Torch', sku: 'TORCH-1' })
    // @ts-expect-error: no such field
    client.createItem({ name: 'Torch', sku: 'TORCH-1', colour: 'red' })
    // @ts-expect-error: the SKU is missing
    client.createItem({ name: 'Torch' })
    // @ts-expect-error: a quantity is a number
    client.updateItem(item.id, { quantity: '5' })
    // @ts-expect-error: no such field of an item
    return item.price
  },
  async (client) => {
    const item: Item = await client.items.upsert({ sku: 'TORCH-1', location: 'A1' })
    // @ts-expect-error: the SKU names the item
    client.items.upsert({ id: item.id, name: 'Torch' })
    const { data } = await client.items.upsert([{ sku: 'TORCH-1' }])
    // @ts-expect-error: a row may have failed
    return data[0].item
  },
  async (client) => {
    // @ts-expect-error: no such movement
    client.createTransactions({ type: 'sale', sku: 'TORCH-1', quantity: 1 })
    // @ts-expect-error: no such reason
    client.createTransactions({ type: 'issue', sku: 'TORCH-1', quantity: 1, reason: 'sold' })
    const movement = { type: 'issue', sku: 'TORCH-1', quantity: 1 } as const
    const single: Transaction = await client.createTransactions(movement)
    // A dry run alone has no id.
    const id: string = (await client.createTransactions(movement)).id
    // @ts-expect-error: it may be null
    const none: string = (await client.createTransactions({ ...movement, dry_run: true })).id
    const { data } = await client.createTransactions({ transactions: [movement] })
    const several: Transaction[] = data
    // @ts-expect-error: one movement has one transaction
    single.data
    return [several, id, none]
  },
  async (client) => {
    // @ts-expect-error: no such filter
    client.listItems({ colour: 'red' })
    // @ts-expect-error: no such order
    client.listItems({ sort: 'colour' })
    // @ts-expect-error: a list of orders has other filters
    client.listOrders({ low_stock: true })
    const { data, pagination } = await client.listItems({ low_stock: true, limit: 5 })
    const rows: Item[] = data
    const total: number = pagination.total
    for await (const item of client.listItems()) {
      const quantity: number = item.quantity
      // @ts-expect-error: no such field of an item
      rows.push(item, quantity, item.colour)
    }
    // @ts-expect-error: a list is no array
    client.listItems().length
    return [rows, total]
  },
  async (client) => {
    const counts: RestoreCounts = await client.restoreSnapshot('snp_1', { dry_run: true })
    const restore: Restore = await client.restoreSnapshot('snp_1', { mode: 'merge' })
    // @ts-expect-error: a dry run has no id
    counts.id
    // @ts-expect-error: a dry run is no restore
    const wrong: Restore = await client.restoreSnapshot('snp_1', { dry_run: true })
    // @ts-expect-error: no such mode
    client.restoreSnapshot('snp_1', { mode: 'undo' })
    return [restore, wrong]
  },
  async () => {
    const event = await verifyWebhook('{}', new Headers(), 'whsec_', { toleranceSeconds: 60, now: Date.now })
    await verifyWebhook(new Uint8Array(), { 'webhook-id': ['1'], host: undefined }, ['whsec_'] as const)
    await verifyWebhook(new ArrayBuffer(0), new Map([['webhook-id', '1']]), 'whsec_')
    // @ts-expect-error: what was parsed cannot be verified
    verifyWebhook({ type: 'item.created' }, {}, 'whsec_')
    // @ts-expect-error: it may be missing in the environment
    verifyWebhook('{}', {}, process.env.INVENTORY_WEBHOOK_SECRET)
    if (event.type === 'webhook.test') return event.data.object.url
    // @ts-expect-error: it is known for some types alone
    event.data.object?.sku
    if (event.type === 'item.low_stock') return event.data.object?.sku
    // @ts-expect-error: no such type
    return event.type === 'item.sold'
  },
  async (client) => {
    client.updateItem('itm_1', { location: null }, { ifMatch: '"1"', idempotencyKey: 'a', timeoutMs: 5 })
    // @ts-expect-error: an item that is created has no revision before
    client.createItem({ name: 'Torch', sku: 'TORCH-1' }, { ifMatch: '"1"' })
    // @ts-expect-error: a read has no key
    client.getItem('itm_1', { idempotencyKey: 'a' })
    // @ts-expect-error: the id is missing
    client.getItem()
    // @ts-expect-error: options are not the body
    client.updateItem('itm_1', { ifMatch: '"1"' })
    const order: Order = await client.getOrder('po_1')
    // @ts-expect-error: an order has no such status
    return order.status === 'open'
  },
]

test('tsc has checked the calls', () => {
  expect(typed.length).toBeGreaterThan(0)
})
