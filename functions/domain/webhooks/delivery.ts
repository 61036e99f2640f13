import { type EventType, eventTypes } from '../log/event-types'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** The event that a client asks for, to try a webhook. */
export const testEventType = 'webhook.test'
export const deliveredTypes = [...eventTypes, testEventType] as const
export type DeliveredType = EventType | typeof testEventType

/** How long a delivery is kept. */
export const deliveriesKeptMs = 30 * 86_400_000
/** How many of a webhook's newest deliveries a list looks at. So it costs no more where a webhook is busy. */
export const listedDeliveries = 10_000

/** One request. `status_code` is null where no answer came; `error` says why, in words. `response`: how it begins. */
export type Attempt = {
  at: string
  status_code: number | null
  milliseconds: number
  error: string | null
  response: string | null
}

/** An event on its way to a webhook. Unless it is `pending`, `next_attempt_at` is null. */
export type WebhookDelivery = {
  id: string
  event_id: string
  type: DeliveredType
  status: (typeof deliveryStatuses)[number]
  attempts: Attempt[]
  next_attempt_at: string | null
  created_at: string
}

export type DeliveryFilter = {
  status?: WebhookDelivery['status'] | undefined
  event_id?: string | undefined
  type?: DeliveredType | undefined
}
