/** Names of the kind of object, and of what happened to it. */
export const eventTypes = [
  'item.created',
  'item.updated',
  'item.stock_changed',
  'item.deleted',
  'item.restored',
  'item.low_stock',
  'item.restocked',
  'order.created',
  'order.updated',
  'order.placed',
  'order.received',
  'order.cancelled',
  'order.closed',
  'order.deleted',
  'snapshot.created',
  'snapshot.deleted',
  'snapshot.restored',
] as const
export type EventType = (typeof eventTypes)[number]

/** What selects events: a type, all types of a kind of object, or all. */
export const eventPatterns = [...eventTypes, 'item.*', 'order.*', 'snapshot.*', '*'] as const
export type EventPattern = (typeof eventPatterns)[number]

/** Without patterns, every type matches. */
export function makeTypeMatcher(patterns: readonly EventPattern[] | undefined): (type: EventType) => boolean {
  if (patterns === undefined) return () => true
  return (type) => {
    const names = [type, type.replace(/\..*/, '.*'), '*']
    return patterns.some((pattern) => names.includes(pattern))
  }
}
