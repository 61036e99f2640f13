import { Refused } from '../errors'
import { type Item, isInTrash } from '../items/item'
import type { OrderLine } from './order'

/** What a client says of a new line, beside the item. */
export type LineRequest = Pick<OrderLine, 'quantity_ordered' | 'unit_cost' | 'notes'>

/** A line of an order, with the item's SKU and name as they are now. Refused where the item is in trash. */
export function newLine(id: string, item: Item, { quantity_ordered, unit_cost, notes }: LineRequest): OrderLine {
  if (isInTrash(item)) {
    throw new Refused('item_in_trash', `The item '${item.sku}' is in trash. Restore it first.`, 'item_id')
  }
  return {
    id,
    item_id: item.id,
    sku: item.sku,
    name: item.name,
    quantity_ordered,
    quantity_received: 0,
    quantity_rejected: 0,
    quantity_cancelled: 0,
    unit_cost,
    notes,
  }
}
