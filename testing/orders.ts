import type { BodyOf, Call } from './client'

/** An order as the API answers it. */
export type OrderBody = BodyOf<'POST', '/orders'>

/** A supplier as orders name it. */
export const supplier = { name: 'Acme' }

/** What tests do with orders in a customer's name. */
export function ordersOf(call: Call) {
  /** Creates an order of 5 of the item `A`, but for the fields that are given. */
  const addOrder = async (fields: object = {}): Promise<OrderBody> => {
    const made = await call('POST', '/orders', { supplier, line_items: [{ sku: 'A', quantity_ordered: 5 }], ...fields })
    if (made.status !== 201) throw new Error(made.text)
    return made.body
  }
  return { addOrder }
}
