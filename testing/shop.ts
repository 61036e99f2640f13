import type { Caller } from '../functions/domain/caller'
import type { Item } from '../functions/domain/item'
import type { RequestedMovement } from '../functions/domain/stock'
import { queryAll, type Table } from '../functions/store/client'
import { createCompany } from '../functions/store/companies/companies'
import { addItem } from '../functions/store/items/item-changes'
import { addOrder } from '../functions/store/orders/order-changes'
import { moveAll } from '../functions/store/stock/stock-changes'
import { bolt, caller } from './table'

/** A company of its own in the table, and what tests of the store do in its name. */
export async function openShop(table: Table) {
  const { id } = await createCompany(table, { name: 'Test', plan: 'enterprise' })
  const who: Caller = caller(id)
  return {
    who,
    addItem: (sku: string, quantity = 0): Promise<Item> => addItem(table, who, { ...bolt, sku, quantity }),
    order: (lines: { item_id: string; quantity_ordered: number }[], status: 'draft' | 'ordered' = 'ordered') =>
      addOrder(table, who, {
        status,
        supplier: { name: 'Acme', email: null, phone: null, reference: null },
        currency: 'EUR',
        expected_at: null,
        location: null,
        notes: null,
        line_items: lines.map((line) => ({ ...line, sku: null, unit_cost: '2.50', notes: null })),
      }),
    move: (movement: RequestedMovement & { item_id: string }) => moveAll(table, who, [row(movement)]),
    log: () =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `LOG#${id}` },
      }),
  }
}

/** A row of a request, with nulls for what is not given. */
export function row(movement: RequestedMovement & { item_id?: string; sku?: string }, path = '') {
  const { item_id = null, sku = null, order_id = null, line_item_id = null, ...rest } = movement
  return { ...rest, path, item_id, sku, order_id, line_item_id, expected_quantity: null }
}
