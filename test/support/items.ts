import type { CreateItem, InventoryClient, Item } from '../../client'

export function createItem(client: InventoryClient, sku: string, fields: Partial<CreateItem> = {}): Promise<Item> {
  return client.createItem({ name: `Item ${sku}`, sku, ...fields })
}

export function actOnItems(client: InventoryClient) {
  return {
    stockItem: (sku: string, quantity = 0) => createItem(client, sku, { quantity }),
    getQuantity: async (id: string) => (await client.getItem(id)).quantity,
  }
}
