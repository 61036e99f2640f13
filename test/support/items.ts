import type { CreateItem, CreateOrder, InventoryClient, Item, Order } from '../../client'

export const supplier = { name: 'Acme' }

export function createItem(client: InventoryClient, sku: string, fields: Partial<CreateItem> = {}): Promise<Item> {
  return client.createItem({ name: `Item ${sku}`, sku, ...fields })
}

/** Acts on items, and on orders of them. */
export function actOnItems(client: InventoryClient) {
  return {
    stockItem: (sku: string, quantity = 0) => createItem(client, sku, { quantity }),
    getQuantity: async (id: string) => (await client.getItem(id)).quantity,
    /** Creates an order of 5 of the item `A`, unless `fields` say otherwise. */
    createOrder: (fields: Partial<CreateOrder> = {}): Promise<Order> =>
      client.createOrder({ supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields }),
  }
}
