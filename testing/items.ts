import type { BodyOf, Call } from './client'

/** An item as the API returns it. */
export type ItemBody = BodyOf<'POST', '/items'>

export async function createItem(call: Call, sku: string, fields: object = {}): Promise<ItemBody> {
  return (await call('POST', '/items', { name: `Item ${sku}`, sku, ...fields })).body
}

export function actOnItems(call: Call) {
  return {
    stockItem: (sku: string, quantity = 0) => createItem(call, sku, { quantity }),
    getQuantity: async (id: string) => (await call('GET', `/items/${id}`)).body.quantity,
  }
}
