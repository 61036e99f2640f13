import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Webhook } from '../../domain/webhooks/webhook'
import { readWebhookRows, toWebhook } from '../../store/webhooks/webhook-row'
import type { Context } from '../context'

/** Lists one page of a company's webhooks, newest first. */
export async function listWebhooks({ table, caller }: Context, request: PageRequest): Promise<Page<Webhook>> {
  const rows = await readWebhookRows(table, caller.companyId)
  return slicePage(rows.reverse().map(toWebhook), request)
}
