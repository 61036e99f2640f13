import type { Item } from '../items/item'

/** How many low items one suggestion looks at: with the longest names, the answer takes 3 MB of the 6 that it may. */
export const maxLowItems = 2_000
/** How many orders it reads: as many as DynamoDB reads in one call, */
const maxOrders = 100
/** and with how many lines in all. The largest lines take 1 KB, so that it reads some 3 MB at most. */
const maxLines = 2_000

export type FoundOrder = { id: string; line_count: number }
/** The orders that say how much of an item to order, and from whom. `isOnOrder`: one of them is unfinished. */
export type OrdersOfItem = { orders: FoundOrder[]; isOnOrder: boolean }

/**
 * The items whose orders can all be read, and the ids of these orders. Items in no unfinished order go first: of the
 * others, there may be enough on its way. So each call goes on where drafts were made of the one before.
 */
export function chooseReach(
  items: Item[],
  ordersOf: ReadonlyMap<string, OrdersOfItem>,
): { items: Item[]; orderIds: string[] } {
  const isOnOrder = ({ id }: Item) => ordersOf.get(id)?.isOnOrder === true
  const reach = new Reach()
  const inTurn = items.toSorted((a, b) => Number(isOnOrder(a)) - Number(isOnOrder(b)))
  const reached = new Set(inTurn.filter(({ id }) => reach.add(ordersOf.get(id)?.orders ?? [])))
  return { items: items.filter((item) => reached.has(item)), orderIds: [...reach.orderIds] }
}

/** The orders that are read. */
class Reach {
  readonly orderIds = new Set<string>()
  private lines = 0

  /** All of them, or none and false where they would be too many. */
  add(orders: FoundOrder[]): boolean {
    const more = orders.filter(({ id }) => !this.orderIds.has(id))
    const lines = more.reduce((sum, { line_count }) => sum + line_count, this.lines)
    if (this.orderIds.size + more.length > maxOrders || lines > maxLines) return false
    for (const { id } of more) this.orderIds.add(id)
    this.lines = lines
    return true
  }
}
