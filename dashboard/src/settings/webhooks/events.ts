import type { Webhook } from '../../../../client'

export type EventName = Webhook['events'][number]
type Group = { all: EventName; types: EventName[] }

export const eventGroups: Group[] = [
  {
    all: 'item.*',
    types: [
      'item.created',
      'item.updated',
      'item.stock_changed',
      'item.low_stock',
      'item.restocked',
      'item.deleted',
      'item.restored',
    ],
  },
  {
    all: 'order.*',
    types: [
      'order.created',
      'order.updated',
      'order.placed',
      'order.received',
      'order.cancelled',
      'order.closed',
      'order.deleted',
    ],
  },
  { all: 'snapshot.*', types: ['snapshot.created', 'snapshot.deleted', 'snapshot.restored'] },
]

/** What is chosen once this one is added or taken away. What the new one covers is not named beside it. */
export function choose(event: EventName, isChosen: boolean, chosen: readonly EventName[]): EventName[] {
  const others = chosen.filter((each) => each !== event)
  return isChosen ? [...others.filter((each) => !covers(event, each)), event] : others
}

function covers(event: EventName, other: EventName): boolean {
  return event === '*' || eventGroups.some(({ all, types }) => all === event && types.includes(other))
}
