import type { BodyOf, Call } from './client'

/** An item as the API answers it. */
export type ItemBody = BodyOf<'POST', '/items'>

/** Creates an item in a customer's name. */
export async function addItem(call: Call, sku: string, fields: object = {}): Promise<ItemBody> {
  return (await call('POST', '/items', { name: `Item ${sku}`, sku, ...fields })).body
}

/** What tests do with items in a customer's name. */
export function itemsOf(call: Call) {
  return {
    addItem: (sku: string, quantity = 0) => addItem(call, sku, { quantity }),
    quantityOf: async (id: string) => (await call('GET', `/items/${id}`)).body.quantity,
  }
}
