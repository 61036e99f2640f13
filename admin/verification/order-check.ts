import { countOutstanding, type Order } from '../../functions/domain/orders/order'

/** In words, why the status does not fit the lines and times, as `order-states.ts` and `receipt.ts` set them. */
export function findStatusFault(order: Order): string | null {
  const { status, line_items, ordered_at, received_at, closed_at, cancelled_at } = order
  const received = line_items.some((line) => line.quantity_received > 0)
  const outstanding = line_items.some((line) => countOutstanding(line) > 0)
  const cancelled = line_items.some((line) => line.quantity_cancelled > 0)
  const ended = status === 'received' || status === 'closed' || status === 'cancelled'
  const rules: [holds: boolean, otherwise: string][] = [
    [ended || outstanding || status === 'draft', 'nothing is outstanding'],
    [!ended || !outstanding, 'something is outstanding'],
    [
      status === 'received' || isPartial(status) === received,
      received ? 'something was received' : 'nothing was received',
    ],
    [status === 'closed' || status === 'cancelled' || !cancelled, 'something was cancelled'],
    [status === 'cancelled' || (status === 'draft') === (ordered_at === null), `ordered_at is ${ordered_at}`],
    [(status === 'received') === (received_at !== null), `received_at is ${received_at}`],
    [(status === 'closed') === (closed_at !== null), `closed_at is ${closed_at}`],
    [(status === 'cancelled') === (cancelled_at !== null), `cancelled_at is ${cancelled_at}`],
  ]
  const broken = rules.find(([holds]) => !holds)
  return broken ? `The order is '${status}', and ${broken[1]}.` : null
}

function isPartial(status: Order['status']): boolean {
  return status === 'partially_received' || status === 'closed'
}
