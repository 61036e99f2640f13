import type { Order } from '../../../client'
import { statesThatAllow } from '../../../functions/domain/orders/order-status'

const allows = (verb: keyof typeof statesThatAllow) => {
  const states: readonly Order['status'][] = statesThatAllow[verb]
  return ({ status }: Pick<Order, 'status'>) => states.includes(status)
}

/** What the API would do with the order, whoever asks. */
export const can = {
  edit: allows('updated'),
  remove: allows('deleted'),
  place: allows('placed'),
  receive: allows('received'),
  cancel: allows('cancelled'),
  close: allows('closed'),
  back: allows('taken back'),
}

/** False where no delivery can have come yet, so that none is asked for. One that was taken back leaves no sums. */
export function hasReceipts({ ordered_at, updated_at }: Pick<Order, 'ordered_at' | 'updated_at'>): boolean {
  return ordered_at !== null && updated_at !== ordered_at
}
