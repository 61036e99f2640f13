import type { LineItem, Order } from '../../../client'
import { statesThatAllow } from '../../../functions/domain/orders/order-status'

const allows = (verb: keyof typeof statesThatAllow) => {
  const states: readonly Order['status'][] = statesThatAllow[verb]
  return ({ status }: Pick<Order, 'status'>) => states.includes(status)
}

/** What the API would do with the order, whoever asks. */
export const can = {
  edit: allows('updated'),
  place: allows('placed'),
  receive: allows('received'),
  cancel: allows('cancelled'),
  close: allows('closed'),
}

/** False where no delivery has come yet, so that none is asked for. */
export function hasReceipts({ line_items }: { line_items: LineItem[] }): boolean {
  return line_items.some(({ quantity_received, quantity_rejected }) => quantity_received + quantity_rejected > 0)
}
