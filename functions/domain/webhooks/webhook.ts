import { compareFields } from '../companies/access-log'
import { Refusal } from '../errors'
import type { EventPattern } from '../log/event-types'
import { type FieldChanges, requireUnchanged, touch, type WithRevision } from '../revision'

export const webhookStatuses = ['active', 'disabled'] as const
/** `gone`: its receiver has said 410. `failing`: nothing but failures came back for five days. */
export const disabledReasons = ['gone', 'failing'] as const

/** What a company may have. */
export const maxWebhooks = 10

/** What clients set. */
export type WebhookFields = {
  url: string
  events: EventPattern[]
  description: string | null
  status: (typeof webhookStatuses)[number]
}

/** `disabled_reason` is null where it is active, or where a client has disabled it. */
export type Webhook = WebhookFields &
  WithRevision & {
    id: string
    disabled_reason: (typeof disabledReasons)[number] | null
    created_at: string
    created_by: string
    updated_by: string
  }

export const readOnlyWebhookFields = [
  'id',
  'disabled_reason',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
] as const satisfies (keyof Webhook)[]

export type WebhookPatch = { [Field in keyof WebhookFields]?: WebhookFields[Field] | undefined } & {
  [Field in (typeof readOnlyWebhookFields)[number]]?: unknown
}

/** `isRevived`: it becomes active again, or leads elsewhere, and its failures are forgotten. */
export type WebhookChange = { before: Webhook; after: Webhook; isRevived: boolean }

const settableFields = ['url', 'events', 'description', 'status'] as const satisfies (keyof WebhookFields)[]

export function decideWebhookCreation(
  id: string,
  fields: Omit<WebhookFields, 'status'>,
  userId: string,
  at: number,
): Webhook {
  const created_at = new Date(at).toISOString()
  const stamps = { created_at, updated_at: created_at, created_by: userId, updated_by: userId }
  return { ...fields, id, status: 'active', disabled_reason: null, ...stamps, rev: 1 }
}

/** Null if the patch changes nothing. */
export function decideWebhookUpdate(
  webhook: Webhook,
  patch: WebhookPatch,
  userId: string,
  at: number,
): WebhookChange | null {
  requireUnchanged(webhook, patch, readOnlyWebhookFields)
  const patched = { ...webhook }
  for (const name of settableFields) if (patch[name] !== undefined) Object.assign(patched, { [name]: patch[name] })
  if (settableFields.every((name) => JSON.stringify(patched[name]) === JSON.stringify(webhook[name]))) return null
  const isSame = patched.status === webhook.status
  const disabled_reason = isSame ? webhook.disabled_reason : null
  const after = touch({ ...patched, disabled_reason, updated_by: userId }, at)
  const isRevived = after.status === 'active' && !(isSame && after.url === webhook.url)
  return { before: webhook, after, isRevived }
}

/** Refused with `invalid_state` where the webhook is disabled: nothing is sent to it. */
export function requireActive({ status }: Pick<Webhook, 'status'>): void {
  if (status !== 'active')
    throw new Refusal('invalid_state', 'The webhook is disabled: make it active first.', 'status')
}

/** By its host, as people know it. Null where a row that was imported has no URL there. */
export function nameWebhook({ url }: Pick<Webhook, 'url'>): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

/** What the access log shows of a change. `before`: null for a new webhook. */
export function listShownChanges(before: Webhook | null, after: Webhook): FieldChanges {
  const others = ({ events, description, status }: Webhook) => ({ events, description, status })
  const changes = compareFields(before ? others(before) : {}, others(after))
  if (before?.url === after.url) return changes
  return { ...changes, url: [before && shortenUrl(before.url), shortenUrl(after.url)] }
}

/** What follows the host may be a token of the receiver, and the log is kept for years. */
function shortenUrl(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, href } = new URL(url)
  return href === `${origin}/` ? origin : `${origin}/…`
}
