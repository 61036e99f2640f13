import type { InventoryClient, Item, Order, Snapshot } from '../../client'

// A day of a shop, told by the calls of the client. Each step sends one request.

/** What the steps have made, for those that follow. */
type Made = { torch: Item; rope: Item; order: Order; saleId: string; snapshot: Snapshot }
type Run = (client: InventoryClient, made: Made) => Promise<unknown>

const steps: Record<string, Run> = {
  'create an item': async (client, made) => {
    made.torch = await client.createItem({ name: 'Torch', sku: 'TORCH-1', quantity: 10, location: 'A1' })
  },
  'create items in a batch': async (client, made) => {
    const rows = [
      { name: 'Rope', sku: 'ROPE-1', quantity: 5 },
      { name: 'Lamp', sku: 'LAMP-1' },
    ]
    const { data } = await client.createItems({ items: rows })
    const [rope] = data.flatMap((row) => ('item' in row ? row.item : []))
    if (rope) made.rope = rope
  },
  'order goods': async (client, made) => {
    const line_items = [
      { sku: 'TORCH-1', quantity_ordered: 6, unit_cost: '2.50' },
      { sku: 'LAMP-1', quantity_ordered: 4 },
    ]
    made.order = await client.createOrder({ supplier: { name: 'Acme' }, line_items })
  },
  'receive the order': (client, { order }) => client.receiveOrder(order.id),
  sell: async (client, made) => {
    const sale = { type: 'issue', sku: 'TORCH-1', quantity: 3, reason: 'sale' } as const
    made.saleId = (await client.createTransactions(sale)).id
  },
  'take the sale back': (client, { saleId }) => client.reverseTransaction(saleId, { note: 'Not picked up' }),
  'move several at once': (client) => {
    const damage = { type: 'adjust', sku: 'ROPE-1', quantity: -1, reason: 'damage' } as const
    return client.createTransactions({ transactions: [{ type: 'issue', sku: 'TORCH-1', quantity: 2 }, damage] })
  },
  'take a snapshot': async (client, made) => {
    made.snapshot = await client.createSnapshot({ name: 'Before the stocktake' })
  },
  'change an item': (client, { torch }) => client.updateItem(torch.id, { quantity: 1, location: 'B2' }),
  'delete an item': (client, { rope }) => client.deleteItem(rope.id),
  'create an item that the snapshot lacks': (client) => client.createItem({ name: 'Tent', sku: 'TENT-1' }),
  'ask what a restore would do': (client, { snapshot }) => client.restoreSnapshot(snapshot.id, { dry_run: true }),
  'restore the snapshot': (client, { snapshot }) => client.restoreSnapshot(snapshot.id),
  'get an item': (client, { torch }) => client.getItem(torch.id),
  'list the items': async (client) => client.listItems({ sort: 'sku' }),
  'verify an item': (client, { torch }) => client.verifyItem(torch.id),
}
export const story = Object.entries(steps)

/** Plays the story. `before` is called before each step, with its index. Returns what each step returned. */
export async function playStory(client: InventoryClient, before: (index: number) => void) {
  const made = {} as Made
  const results: unknown[] = []
  for (const [index, [, run]] of story.entries()) {
    before(index)
    results.push(await run(client, made))
  }
  return { ...made, results }
}
