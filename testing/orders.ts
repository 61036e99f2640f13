import type { BodyOf, Call } from './client'

/** An order as the API returns it. */
export type OrderBody = BodyOf<'POST', '/orders'>

export const supplier = { name: 'Acme' }

export function actOnOrders(call: Call) {
  /** Creates an order of 5 of the item `A`, unless `fields` say otherwise. Throws where it is refused. */
  const createOrder = async (fields: object = {}): Promise<OrderBody> => {
    const made = await call('POST', '/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
    if (made.status !== 201) throw new Error(made.text)
    return made.body
  }
  return { createOrder }
}
