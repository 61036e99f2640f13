import { Refusal } from '../errors'
import type { Order } from './order'

/**
 * In bytes, as JSON: an order must fit an answer, and a row of 400 KB, in which it takes less. It is checked where its
 * texts change. Otherwise it grows by 12 KB at most: by the digits of three counters in each of 200 lines, a
 * `cancel_reason` of 500 characters, and some times.
 */
export const maxOrderBytes = 200 * 1_024

/** Refused with `limit_exceeded`. */
export function requireSize(order: Order): void {
  if (countBytes(order) <= maxOrderBytes) return
  throw new Refusal(
    'limit_exceeded',
    'The order is larger than 200 KB: put some of its lines into another order.',
    'line_items',
  )
}

export function countBytes(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
