import type { CreateOrder, InventoryClient, Order } from '../../client'

export const supplier = { name: 'Acme' }

export function actOnOrders(client: InventoryClient) {
  /** Creates an order of 5 of the item `A`, unless `fields` say otherwise. */
  const createOrder = (fields: Partial<CreateOrder> = {}): Promise<Order> =>
    client.createOrder({ supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
  return { createOrder }
}
