export const orderStatuses = ['draft', 'ordered', 'partially_received', 'received', 'cancelled', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The only place that defines which statuses allow each operation. */
export const statesThatAllow = {
  updated: ['draft'],
  deleted: ['draft'],
  placed: ['draft'],
  received: ['ordered', 'partially_received'],
  cancelled: ['draft', 'ordered'],
  closed: ['partially_received'],
} as const satisfies Record<string, OrderStatus[]>

/** Of orders that can be overdue. */
export const awaitedStatuses: readonly OrderStatus[] = statesThatAllow.received

/** Of orders from which something may still come. */
export const unfinishedStatuses: readonly OrderStatus[] = ['draft', ...awaitedStatuses]
