import { Refusal } from '../errors'
import { type Item, isInTrash } from '../items/item'
import type { OrderLine } from './order'

export type LineRequest = Pick<OrderLine, 'quantity_ordered' | 'unit_cost' | 'notes'>

/** With the item's current SKU and name. Refused with `item_in_trash`. */
export function createLine(id: string, item: Item, { quantity_ordered, unit_cost, notes }: LineRequest): OrderLine {
  if (isInTrash(item)) {
    throw new Refusal('item_in_trash', `The item '${item.sku}' is in trash. Restore it first.`, 'item_id')
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
