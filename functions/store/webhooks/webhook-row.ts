import * as z from 'zod'
import { eventPatterns } from '../../domain/log/event-types'
import { disabledReasons, type Webhook, webhookStatuses } from '../../domain/webhooks/webhook'
import { type CheckedRow, checkRow } from '../table/checked-row'
import { keys, type Row } from '../table/schema'
import { collectPages, findRow, ofPartition, queryAll, queryPartition, type Table } from '../table/table'

/**
 * A delivery that is being sent, and until when nobody else may take its place, in epoch milliseconds. `holder` tells
 * apart those who take a place for the same delivery.
 */
const Lease = z.object({ until: z.int(), delivery_id: z.string(), holder: z.string() })

/**
 * Secrets are sealed: functions/runtime/vault.ts. The previous one also signs, `until` then. `failures`: how many
 * attempts have failed since one succeeded; `failing_since`: the first of these. Times are in epoch milliseconds.
 * Each lease is an attribute of its own, so that attempts do not meet conflicts: see webhook-leases.ts.
 */
const WebhookRow = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventPatterns)),
  description: z.string().nullable(),
  status: z.enum(webhookStatuses),
  disabled_reason: z.enum(disabledReasons).nullable(),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
  rev: z.int(),
  secret: z.string(),
  previous_secret: z.object({ secret: z.string(), until: z.int() }).optional(),
  suspended_at: z.int().optional(),
  failures: z.int().default(0),
  failing_since: z.int().optional(),
  lease_0: Lease.optional(),
  lease_1: Lease.optional(),
  lease_2: Lease.optional(),
  lease_3: Lease.optional(),
  lease_4: Lease.optional(),
})
export type WebhookRow = z.infer<typeof WebhookRow>

/** The context in which a secret of the webhook is sealed. */
export function nameSecret(companyId: string, webhookId: string): string {
  return `${companyId}/${webhookId}`
}

export function parseWebhookRow(row: unknown): WebhookRow {
  return WebhookRow.parse(row)
}

/** Null if there is none. */
export async function findWebhookRow(table: Table, companyId: string, id: string): Promise<WebhookRow | null> {
  const row = await findRow(table, keys.webhook(companyId, id))
  return row ? parseWebhookRow(row) : null
}

/** Strongly consistent, oldest first: one read unit where there are none. */
export async function readWebhookRows(table: Table, companyId: string): Promise<WebhookRow[]> {
  const { pk, sk } = keys.webhook(companyId, 'whk_')
  const query = ofPartition(pk, 'begins_with(sk, :webhooks)', { ':webhooks': sk })
  return (await queryAll(table, query)).map(parseWebhookRow)
}

const CountRow = z.object({ n: z.int() })

/**
 * All webhooks of a company, also those that cannot be read, and how many there should be: null where no webhook was
 * ever created.
 */
export async function readCheckedWebhooks(
  table: Table,
  companyId: string,
): Promise<{ webhooks: CheckedRow<WebhookRow>[]; count: CheckedRow<{ n: number }> | null }> {
  const { pk, sk: counting } = keys.webhookCount(companyId)
  const rows = await collectPages(queryPartition(table, pk))
  const webhooks = rows.filter(({ sk }) => sk !== counting)
  const count = rows.find(({ sk }) => sk === counting)
  return {
    webhooks: webhooks.map((row) => checkWebhookRow(companyId, row)),
    count: count ? checkWebhookCount(companyId, count) : null,
  }
}

export function checkWebhookRow(companyId: string, row: Row): CheckedRow<WebhookRow> {
  return checkRow(row, WebhookRow, ({ id }) => keys.webhook(companyId, id))
}

export function checkWebhookCount(companyId: string, row: Row): CheckedRow<{ n: number }> {
  return checkRow(row, CountRow, () => keys.webhookCount(companyId))
}

export function toWebhook(row: WebhookRow): Webhook {
  const { id, url, events, description, status, disabled_reason } = row
  const { created_at, created_by, updated_at, updated_by, rev } = row
  return { id, url, events, description, status, disabled_reason, created_at, created_by, updated_at, updated_by, rev }
}
