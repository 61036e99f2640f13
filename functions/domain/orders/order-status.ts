export const orderStatuses = ['draft', 'ordered', 'partially_received', 'received', 'cancelled', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The only place that defines which statuses allow each operation. */
export const statesThatAllow = {
  updated: ['draft', 'ordered', 'partially_received'],
  deleted: ['draft'],
  placed: ['draft'],
  received: ['ordered', 'partially_received'],
  cancelled: ['draft', 'ordered'],
  closed: ['partially_received'],
  'taken back': ['partially_received', 'received'],
} as const satisfies Record<string, OrderStatus[]>

/** Of orders that can be overdue. */
export const awaitedStatuses: readonly OrderStatus[] = statesThatAllow.received

/** Of orders from which something may still come. */
export const unfinishedStatuses: readonly OrderStatus[] = ['draft', ...awaitedStatuses]

type Awaited = { status: OrderStatus; expected_at: string | null }

/** True of an order that was placed, and is expected before `today`, a day of the company (`2026-03-14`). */
export function isOverdue({ status, expected_at }: Awaited, today: string): boolean {
  return awaitedStatuses.includes(status) && expected_at !== null && expected_at < today
}
