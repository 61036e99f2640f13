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

export const ItemCreated = eventOf('item.created', ChangedItem)
export const ItemUpdated = eventOf('item.updated', ChangedItem)
export const ItemStockChanged = eventOf('item.stock_changed', ChangedItem)
export const ItemDeleted = eventOf('item.deleted', ChangedTrashedItem)
export const ItemRestored = eventOf('item.restored', ChangedItem)
export const ItemLowStock = eventOf('item.low_stock', ChangedItem)
export const ItemRestocked = eventOf('item.restocked', ChangedItem)
export const OrderCreated = eventOf('order.created', ChangedOrder)
export const OrderUpdated = eventOf('order.updated', ChangedOrder)
export const OrderPlaced = eventOf('order.placed', ChangedOrder)
export const OrderReceived = eventOf('order.received', ChangedOrder)
export const OrderCancelled = eventOf('order.cancelled', ChangedOrder)
export const OrderClosed = eventOf('order.closed', ChangedOrder)
export const OrderDeleted = eventOf('order.deleted', ChangedOrder)
export const SnapshotCreated = eventOf('snapshot.created', ChangedSnapshot)
export const SnapshotDeleted = eventOf('snapshot.deleted', ChangedSnapshot)
export const SnapshotRestored = eventOf('snapshot.restored', ChangedSnapshot)

/** The schema of each type. A type that lacks one does not compile. */
export const eventSchemas = {
  'item.created': ItemCreated,
  'item.updated': ItemUpdated,
  'item.stock_changed': ItemStockChanged,
  'item.deleted': ItemDeleted,
  'item.restored': ItemRestored,
  'item.low_stock': ItemLowStock,
  'item.restocked': ItemRestocked,
  'order.created': OrderCreated,
  'order.updated': OrderUpdated,
  'order.placed': OrderPlaced,
  'order.received': OrderReceived,
  'order.cancelled': OrderCancelled,
  'order.closed': OrderClosed,
  'order.deleted': OrderDeleted,
  'snapshot.created': SnapshotCreated,
  'snapshot.deleted': SnapshotDeleted,
  'snapshot.restored': SnapshotRestored,
} satisfies { [Type in EventType]: z.ZodObject }

const [first, ...others] = Object.values(eventSchemas)
export const Event = z.discriminatedUnion('type', [first as typeof ItemCreated, ...others])
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
