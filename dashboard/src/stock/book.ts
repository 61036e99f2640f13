import type { Item, Movement } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { getItem, queries, readAgain, stockQueries } from '../api/queries'
import { sendOnce } from '../api/send-once'
import { say } from '../browser/said'
import { formatChange, formatNumber } from '../parts/format'
import type { MoveKind } from './move-search'
import { computeAfter, makeMovement } from './movement'
import { texts } from './texts'

/** How many movements are on their way. */
let pending = 0

type Booking = { item: Item; kind: MoveKind; movement: Movement }

/**
 * Books a movement, and says what was done, with Undo. Lists show the quantity at once, and that of before where it
 * fails, which rejects. Of several in a row, the last one reads them again.
 */
export async function bookMovement({ item, kind, movement }: Booking, options: SendOptions) {
  const after = computeAfter(kind, item.quantity, String(movement.quantity)) ?? item.quantity
  pending += 1
  void queries.cancelQueries({ queryKey: ['items'] }) // an answer from before would show the quantity of before
  showQuantity(item, after)
  try {
    const {
      id,
      quantity_change: change,
      quantity_after,
    } = await api.createTransactions({ ...movement, dry_run: false }, options)
    const units = kind === 'adjust' ? formatChange(change) : formatNumber(Math.abs(change))
    const done = texts.done[kind](item.name, units, formatNumber(quantity_after))
    say(done, id === null || change === 0 ? undefined : { act: () => takeBack(item, id) })
  } catch (error) {
    showQuantity({ ...item, quantity: after }, item.quantity)
    throw error
  } finally {
    pending -= 1
    if (pending === 0) void readAgain(stockQueries)
  }
}

/** Books one unit without a form. It resolves as `sendOnce` does. */
export function bookOne(kind: 'sell' | 'receive', item: Item): Promise<boolean> {
  const movement = makeMovement(kind, item, { quantity: '1', reason: '', note: '' })
  return sendOnce({ stale: [], send: (options) => bookMovement({ item, kind, movement }, options) })
}

/** A refusal, such as of a movement that was reversed meanwhile, is said. */
function takeBack({ name }: Item, id: string): Promise<boolean> {
  return sendOnce({
    stale: stockQueries,
    send: (options) => api.reverseTransaction(id, {}, options),
    tell: ({ quantity_after }) => say(texts.takenBack(name, formatNumber(quantity_after))),
  })
}

/** Where the item is shown as it is given, it is shown with this quantity. */
function showQuantity({ id, quantity: before }: Item, quantity: number): void {
  const change = (item: Item) => (item.id === id && item.quantity === before ? { ...item, quantity } : item)
  queries.setQueriesData<unknown>({ queryKey: ['items'] }, (list: unknown) =>
    isPage(list) ? { ...list, data: list.data.map(change) } : list,
  )
  queries.setQueryData(getItem(id).queryKey, (kept) => kept && { ...kept, item: change(kept.item) })
}

/** Not what else is known of items, such as their locations. */
function isPage(list: unknown): list is { data: Item[] } {
  return typeof list === 'object' && list !== null && 'data' in list && Array.isArray(list.data)
}
