import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Webhook } from '../../domain/webhooks/webhook'
import { findWebhookRow, readWebhookRows, toWebhook, type WebhookRow } from '../../store/webhooks/webhook-row'
import type { Context } from '../context'

/** Gets a webhook, without its secret. Refused with `webhook_not_found` where it does not exist. */
export async function getWebhook(context: Context, id: string): Promise<Webhook> {
  return toWebhook(await getWebhookRow(context, id))
}

/** Refused with `webhook_not_found` where it does not exist. */
export async function getWebhookRow({ table, caller }: Context, id: string): Promise<WebhookRow> {
  const row = await findWebhookRow(table, caller.companyId, id)
  if (row === null) throw new Refusal('webhook_not_found', 'There is no such webhook.')
  return row
}

/** Lists one page of a company's webhooks, newest first. */
export async function listWebhooks({ table, caller }: Context, request: PageRequest): Promise<Page<Webhook>> {
  const rows = await readWebhookRows(table, caller.companyId)
  return slicePage(rows.reverse().map(toWebhook), request)
}
