import { Refused } from '../errors'
import type { Order } from './order'

/**
 * The size of an order at the most, as a draft and when it is placed, as JSON, in bytes: it must fit a row of 400 KB, in which it takes
 * less, and an answer. Once it is placed its texts are fixed, and it grows by 12 KB at the most: by the digits of three counters of
 * each of 200 lines, a `cancel_reason` of 500 characters and some times. So no later change asks for its size.
 */
const maxOrderBytes = 200 * 1_024

/** Refused with `limit_exceeded` where the order is too large. */
export function requireSize(order: Order): void {
  if (new TextEncoder().encode(JSON.stringify(order)).length <= maxOrderBytes) return
  throw new Refused(
    'limit_exceeded',
    'The order is larger than 200 KB: put some of its lines into another order.',
    'line_items',
  )
}
