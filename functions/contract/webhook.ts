import * as z from 'zod'
import { eventPatterns } from '../domain/log/event-types'
import { type DeliveryFilter, deliveredTypes, deliveryStatuses } from '../domain/webhooks/delivery'
import {
  type Webhook as DomainWebhook,
  disabledReasons,
  readOnlyWebhookFields,
  type WebhookFields,
  webhookStatuses,
} from '../domain/webhooks/webhook'
import { eventOf } from './event'
import { anyId, id, makeReadOnly, oneOf, optionalList, optionalText, text, timestamp, usualList } from './fields'
import { listOf, pageQuery } from './page'

export const WebhookParams = z.strictObject({ id: id('whk') })
export const DeliveryParams = z.strictObject({ id: id('whk'), delivery_id: id('dlv') })

const fields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventPatterns)),
  description: z.string().nullable(),
  status: z.enum(webhookStatuses),
  disabled_reason: z.enum(disabledReasons).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  created_by: z.string(),
  updated_by: z.string(),
} satisfies Record<Exclude<keyof DomainWebhook, 'rev'>, z.ZodType>

export const Webhook = z.object(fields)
/** The only two answers that have the secret: of the creation, and of its rotation. */
export const WebhookWithSecret = z.object({ ...fields, secret: z.string() })

/** Which addresses are refused depends on where the service runs: an operation decides it. */
const url = text(2_000)
const patternMessage = `must be one of ${eventPatterns.join(', ')}`
const events = z
  .array(z.enum(eventPatterns, { error: patternMessage }), { error: 'must be a list' })
  .min(1, { error: 'must not be empty' })
  .max(eventPatterns.length, { error: `must have at most ${eventPatterns.length} rows; '*' stands for all` })
  .transform((patterns) => [...new Set(patterns)])

type Settable = { [Field in keyof WebhookFields]?: z.ZodType }

export const CreateWebhook = z.strictObject({
  url,
  events: usualList(events, ['*']),
  description: optionalText(200, { lines: true }),
} satisfies Settable)

export const UpdateWebhook = z.strictObject({
  url: url.optional(),
  events: optionalList(events),
  description: text(200, { lines: true }).nullable().optional(),
  status: oneOf(webhookStatuses).optional(),
  ...makeReadOnly(readOnlyWebhookFields),
} satisfies Settable)

export const ListWebhooks = z.strictObject(pageQuery)
export const WebhookList = listOf(Webhook)

export const DeliveryAttempt = z.object({
  at: timestamp,
  status_code: z.int().nullable(),
  milliseconds: z.int(),
  error: z.string().nullable(),
  response: z.string().nullable(),
})

export const Delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.enum(deliveredTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.array(DeliveryAttempt),
  next_attempt_at: timestamp.nullable(),
  created_at: timestamp,
})

const filters = {
  status: oneOf(deliveryStatuses).optional(),
  event_id: anyId.optional(),
  type: oneOf(deliveredTypes).optional(),
} satisfies Record<keyof DeliveryFilter, z.ZodType>

export const ListDeliveries = z.strictObject({ ...pageQuery, ...filters })
export const DeliveryList = listOf(Delivery)

/** What a test sends. Its object is the webhook. */
export const WebhookTest = eventOf('webhook.test', z.object({ object: Webhook, previous: z.object({}) }))
