import { maxWebhooks } from '../../functions/domain/webhooks/webhook'
import { findCompany } from '../../functions/store/companies/companies'
import { readCheckedEvents } from '../../functions/store/webhooks/webhook-event-row'
import { findWebhookRow, readCheckedWebhooks } from '../../functions/store/webhooks/webhook-row'
import { isSealed } from '../webhooks/master-key'
import { findSuspensionFault } from './company'
import { checkDeliveries } from './deliveries'
import { type Finding, type Inspection, listFaults } from './inspection'

/**
 * The webhooks, how many they are, the events that were made for them, and their deliveries. Adds their ids to
 * `checked`.
 */
export async function checkWebhooks(inspection: Inspection, checked: Set<string>): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the webhooks and their deliveries')
  const { webhooks, count } = await readCheckedWebhooks(table, companyId)
  if (count === null || inspection.take(count)) inspection.suspect(companyId, () => checkCount(inspection))
  const rows = webhooks.flatMap((row) => inspection.take(row) ?? [])
  for (const { id } of rows) inspection.suspect(id, () => checkWebhook(inspection, id))
  for (const { key } of webhooks) checked.add(key.sk)
  inspection.count('webhooks', webhooks.length)
  // Deliveries first: an event is written before what names it.
  const waiting = new Set(rows.filter(({ suspended_at }) => suspended_at !== undefined).map(({ id }) => id))
  for (const id of checked) await checkDeliveries(inspection, id, { waits: waiting.has(id) })
  for await (const page of readCheckedEvents(table, companyId)) {
    for (const row of page) inspection.take(row)
    inspection.count('webhook_events', page.length)
  }
}

/** It changes with the webhooks, in one database transaction. */
async function checkCount({ table, companyId }: Inspection): Promise<Finding[]> {
  const { webhooks, count } = await readCheckedWebhooks(table, companyId)
  const counted = count?.value?.n ?? 0
  if (counted === webhooks.length && counted <= maxWebhooks) return []
  const text = `The company has ${webhooks.length} webhooks, and counts ${counted}. It may have ${maxWebhooks}.`
  return [{ code: 'wrong_webhook_count', resource: companyId, text }]
}

/** The company is read first: its change comes before those of its webhooks. */
async function checkWebhook(inspection: Inspection, id: string): Promise<Finding[]> {
  const { table, companyId } = inspection
  const company = await inspection.attempt(companyId, () => findCompany(table, companyId))
  const row = await findWebhookRow(table, companyId, id)
  if (company === null || row === null) return []
  const faults = [
    findSuspensionFault(row, company),
    row.status === 'active' && row.disabled_reason !== null
      ? `it is active, and was disabled as ${row.disabled_reason}`
      : null,
    row.failures === 0 && row.failing_since !== undefined ? 'it fails, and nothing has failed' : null,
    [row.secret, row.previous_secret?.secret].every((secret) => secret === undefined || isSealed(secret))
      ? null
      : 'a secret of it is not sealed',
  ]
  return listFaults(faults, { code: 'wrong_webhook', resource: id, text: 'The webhook is wrong' })
}
