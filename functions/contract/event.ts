import * as z from 'zod'
import type { Item as DomainItem } from '../domain/items/item'
import { type EventPattern, type EventType, eventPatterns } from '../domain/log/event-types'
import { AuditEntry } from './audit'
import { instant, queryList, timestamp } from './fields'
import { Item, renderItem, TrashedItem } from './item'
import { OrderSummary } from './order'
import { pageQuery } from './page'
import { Snapshot } from './snapshot'

const value = z.union([z.string(), z.number(), z.null()])

export const EventActor = AuditEntry.shape.actor.clone()

/** What is changed, as the API shows it after the change, and what its fields were. */
function changeOf<Changed extends z.ZodObject>(object: Changed) {
  return z.object({ object, previous: z.record(z.string(), value) })
}

export const ChangedItem = changeOf(Item)
export const ChangedTrashedItem = changeOf(TrashedItem)
export const ChangedOrder = changeOf(OrderSummary)
export const ChangedSnapshot = changeOf(Snapshot)

export function eventOf<const Type extends string, Changed extends z.ZodObject>(type: Type, data: Changed) {
  return z.object({
    id: z.string(),
    type: z.literal(type),
    created_at: timestamp,
    resource_id: z.string(),
    revision: z.int().nullable(),
    sequence: z.int().nullable(),
    data,
    actor: EventActor,
    request_id: z.string(),
  })
}

/** The schema of each type, after which the document names it. A type that lacks one does not compile. */
export const eventSchemas = {
  'item.created': eventOf('item.created', ChangedItem),
  'item.updated': eventOf('item.updated', ChangedItem),
  'item.stock_changed': eventOf('item.stock_changed', ChangedItem),
  'item.deleted': eventOf('item.deleted', ChangedTrashedItem),
  'item.restored': eventOf('item.restored', ChangedItem),
  'item.low_stock': eventOf('item.low_stock', ChangedItem),
  'item.restocked': eventOf('item.restocked', ChangedItem),
  'order.created': eventOf('order.created', ChangedOrder),
  'order.updated': eventOf('order.updated', ChangedOrder),
  'order.placed': eventOf('order.placed', ChangedOrder),
  'order.received': eventOf('order.received', ChangedOrder),
  'order.cancelled': eventOf('order.cancelled', ChangedOrder),
  'order.closed': eventOf('order.closed', ChangedOrder),
  'order.deleted': eventOf('order.deleted', ChangedOrder),
  'snapshot.created': eventOf('snapshot.created', ChangedSnapshot),
  'snapshot.deleted': eventOf('snapshot.deleted', ChangedSnapshot),
  'snapshot.restored': eventOf('snapshot.restored', ChangedSnapshot),
} satisfies { [Type in EventType]: z.ZodObject }

const [first, ...others] = Object.values(eventSchemas)
export const Event = z.discriminatedUnion('type', [first as (typeof eventSchemas)['item.created'], ...others])
export type Event = z.output<typeof Event>

export const EventList = z.object({ data: z.array(Event), cursor: z.string(), has_more: z.boolean() })

export const ListEvents = z.strictObject({
  limit: pageQuery.limit,
  after: z.string().optional(),
  since: instant.optional(),
  types: queryList<EventPattern>(eventPatterns).optional(),
})

type Unformatted = { type: EventType; resource_id: string; data: { object: object } }

/** As the feed, the bus and webhooks send it. */
export function formatEvent<Raw extends Unformatted>(event: Raw): Event {
  const { object } = event.data
  const shown = event.type.startsWith('item.') ? renderItem(object as DomainItem) : object
  return eventSchemas[event.type].parse({ ...event, data: { ...event.data, object: shown } }) as Event
}
