import { foldText } from '../fold'
import type { Item, ItemValues } from '../items/item'
import { isLow } from '../items/stock-level'
import { compareCodePoints, compareValues } from '../list'
import { maxQuantity } from '../stock/movement'
import { countOutstanding, type Order, type OrderLine } from './order'
import type { Supplier } from './order-fields'
import { maxOrderLines } from './order-limits'
import { countBytes, maxOrderBytes } from './order-size'

/** A line as a draft can have it, and why it is suggested: the stock, and what is on its way. */
export type SuggestedLine = Pick<OrderLine, 'item_id' | 'sku' | 'name' | 'quantity_ordered' | 'unit_cost'> &
  Pick<ItemValues, 'quantity'> & { reorder_point: number; quantity_on_order: number }

/** `supplier` is null for items that no order has had. A reference would be that of the order before. */
export type SuggestedOrder = {
  supplier: Omit<Supplier, 'reference'> | null
  currency: string | null
  line_items: SuggestedLine[]
}

/** What orders say of an item: how much is outstanding, and how it was ordered last. */
type Past = { onOrder: number; last: { order: Order; unit_cost: string | null } | null }
/** `newest` is the newest of the last orders of its items. Null where there are none. */
type Group = { newest: Order | null; lines: SuggestedLine[] }

/** Of the bytes of an order, the part that lines may take as they are here. A stored line has 80 bytes more. */
const maxLineBytes = maxOrderBytes * 0.85

/**
 * One for each supplier and currency of the last order of each item that is low, or several where there are too many
 * lines. `orders` must have, of each item, the unfinished ones and the newest that was not cancelled.
 */
export function suggestOrders(items: Item[], orders: Order[]): SuggestedOrder[] {
  const past = collectPast(orders)
  const groups = new Map<string, Group>()
  for (const item of items) {
    const { onOrder, last } = past.get(item.id) ?? { onOrder: 0, last: null }
    const line = suggestLine(item, onOrder, last?.unit_cost ?? null)
    if (line !== null) addToGroup(groups, last?.order ?? null, line)
  }
  return [...groups.values()].sort(compareGroups).flatMap(draftOrders)
}

function collectPast(orders: Order[]): Map<string, Past> {
  const past = new Map<string, Past>()
  // Newest first. What ended has nothing outstanding.
  for (const order of [...orders].sort((a, b) => (isNewer(a, b) ? -1 : 1)))
    for (const line of order.line_items) {
      const { onOrder, last } = past.get(line.item_id) ?? { onOrder: 0, last: null }
      const found = order.status === 'cancelled' ? null : { order, unit_cost: line.unit_cost }
      past.set(line.item_id, { onOrder: onOrder + countOutstanding(line), last: last ?? found })
    }
  return past
}

/** Up to twice the reorder point. Null where the item is not low once all has come that is on order. */
function suggestLine(item: Item, quantity_on_order: number, unit_cost: string | null): SuggestedLine | null {
  const { id: item_id, sku, name, stock, reorder_point } = item
  const expected = stock.total + quantity_on_order
  if (reorder_point === null || !isLow({ stock: { total: expected }, reorder_point })) return null
  const quantity_ordered = Math.min(2 * reorder_point, maxQuantity) - expected
  return { item_id, sku, name, quantity_ordered, unit_cost, quantity: stock.total, reorder_point, quantity_on_order }
}

function addToGroup(groups: Map<string, Group>, order: Order | null, line: SuggestedLine): void {
  const name = nameGroup(order)
  const group = groups.get(name) ?? { newest: order, lines: [] }
  groups.set(name, group)
  group.lines.push(line)
  if (group.newest !== null && order !== null && isNewer(order, group.newest)) group.newest = order
}

/** A supplier is the same however its name is written: in capitals, without accents. */
function nameGroup(order: Order | null): string {
  return JSON.stringify(order && [foldText(order.supplier.name), order.currency])
}

/** Ids are in the order of creation. */
function isNewer(a: Order, b: Order): boolean {
  return compareCodePoints(a.id, b.id) > 0
}

function compareGroups({ newest: a }: Group, { newest: b }: Group): number {
  if (a === null) return 1
  if (b === null) return -1
  const bySupplier = compareCodePoints(foldText(a.supplier.name), foldText(b.supplier.name))
  return bySupplier || compareValues(a.currency, b.currency, 1)
}

function draftOrders({ newest, lines }: Group): SuggestedOrder[] {
  return splitLines(lines).map((line_items) => ({
    supplier: newest && { name: newest.supplier.name, email: newest.supplier.email, phone: newest.supplier.phone },
    currency: newest?.currency ?? null,
    line_items,
  }))
}

/** Each part is an order of a size that is allowed. */
function splitLines(lines: SuggestedLine[]): SuggestedLine[][] {
  const parts: SuggestedLine[][] = []
  let bytesLeft = 0
  for (const line of lines) {
    const bytes = countBytes(line)
    const part = parts.at(-1)
    if (part && part.length < maxOrderLines && bytes <= bytesLeft) part.push(line)
    else {
      parts.push([line])
      bytesLeft = maxLineBytes
    }
    bytesLeft -= bytes
  }
  return parts
}
