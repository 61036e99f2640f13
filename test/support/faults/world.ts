import { startRestore } from '../../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../../functions/operations/snapshots/take-snapshot'
import { type Route, routes } from '../../../functions/routes'
import { makeLogKey } from '../../../functions/store/log/log-row'
import { keys, type Row } from '../../../functions/store/table/schema'
import type { Table } from '../../../functions/store/table/table'
import type { JobId } from '../../../lib/entries'
import { makeDyingTable } from '../dying'
import { readRowsOfCompany } from '../fork'
import { type Ids, unknownIds } from '../requests/ids'
import { openShop, renderJson, type Shop } from '../shop'
import { putDelivery, putDue, putWebhooks } from '../webhook-rows'

/** A company in which every route has something to do. Copies are made of `rows`; `ids` name the contents. */
export type World = { companyId: string; rows: Row[]; ids: Ids }

/** Builds the company. With `restoring`, it has a restore whose process died after its first step. */
export async function buildWorld(table: Table, { restoring }: { restoring: boolean }): Promise<World> {
  const shop = await openShop(table)
  const ids = await fillCompany(shop)
  if (restoring) ids.restore = await beginRestore(table, shop, ids.snapshot)
  return { companyId: shop.companyId, rows: await readRowsOfCompany(table, shop.companyId), ids }
}

/** The ids of what only people reach, and of a restore, stay unknown. */
async function fillCompany(shop: Shop): Promise<Ids> {
  const [item, other, third] = [
    await shop.createItem({ sku: 'A', quantity: 18, reorder_point: 17 }),
    await shop.stockItem('B', 5),
    await shop.stockItem('C', 3),
  ]
  const trashed = await shop.stockItem('T', 1)
  await shop.deleteItem(trashed.id)
  const [moved] = await shop.move({ type: 'issue', quantity: 4, item_id: item.id }) // it becomes low
  const lines = [
    { item_id: item.id, quantity_ordered: 5 },
    { item_id: other.id, quantity_ordered: 2 },
  ]
  const draft = await shop.order(lines, 'draft')
  const [open, partial] = [await shop.order(lines), await shop.order(lines)]
  const received = { line_item_id: partial.line_items[0]?.id ?? '', quantity_accepted: 2, quantity_rejected: 0 }
  const delivered = { reference: null, note: null, allow_over_receipt: false }
  const { receipt } = await shop.receive(partial.id, { ...delivered, lines: [{ ...received, rejection_reason: null }] })
  const { snapshot } = await takeSnapshot(shop.context, { name: null, type: 'manual' })
  await shop.updateItem(other.id, { name: 'Nut', quantity: 9, reorder_point: 50 })
  await shop.updateItem(third.id, { sku: 'C-2' })
  await shop.stockItem('L', 2)
  const named = { item: item.id, other: other.id, trashed: trashed.id, moved: moved?.id ?? '' }
  const orders = { draft: draft.id, open: open.id, partial: partial.id, receipt: receipt.id }
  return { ...unknownIds, ...named, ...orders, snapshot: snapshot.id, ...(await addWebhook(shop)) }
}

/** Of the alert that is due, in the case of the job that mails it. */
export const alertId = 'alr_1'

/** Of the webhook. Sealed for each case. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`
/** Nobody listens there: each attempt fails at once. Of the ports that a webhook may name, the first. */
const unreachable = 'http://127.0.0.1:1024/hook'

/** A webhook of few events, since each copy of the world is in the stream. One delivery is due, another one soon. */
async function addWebhook({ table, companyId }: Shop) {
  const [id = ''] = await putWebhooks(table, companyId, [{ url: unreachable, events: ['item.stock_changed'] }])
  const to = { companyId, webhookId: id }
  const delivery = await putDelivery(table, to)
  const at = table.now() + 60_000
  const due = await putDelivery(table, to, { next_attempt: at })
  await putDue(table, { company_id: companyId, webhook_id: id, delivery_id: due.id, attempt: 0, at })
  return { webhook: id, delivery: delivery.id }
}

async function beginRestore(table: Table, shop: Shop, snapshot: string) {
  const dying = makeDyingTable(table, 2, { counts: ({ input }) => JSON.stringify(input).includes('"restored"') })
  const context = { ...shop.context, table: dying }
  const request = { mode: 'replace', item_ids: null } as const
  await startRestore(context, snapshot, request, renderJson).catch(() => {})
  const begun = (await readRowsOfCompany(table, shop.companyId)).find(
    ({ id, mode }) => mode && String(id).startsWith('rst_'),
  )
  return String(begun?.id)
}

type JobEvent = (world: { companyId: string; ids: Ids; date: string }) => object
/** A logical id begins with it. */
type Pascal<Id> = Id extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Id & string>

/** An event for each job but the authorizer. */
export const jobs: Record<string, JobEvent> = {
  DoNightlyWork: ({ companyId, date }) => ({ work: 'daily_snapshot', company_id: companyId, date }),
  DailySnapshots: () => ({ source: 'aws.events' }),
  CompactCatalogue: ({ companyId }) => ({ company_id: companyId }),
  RunRestore: ({ companyId, ids }) => ({ company_id: companyId, restore_id: ids.restore }),
  NightlyUpkeep: () => ({ source: 'aws.events' }),
  // As SQS sends it, with the fields that are read.
  DeliverWebhook: ({ companyId, ids: { webhook, delivery } }) => {
    const message = { company_id: companyId, webhook_id: webhook, delivery_id: delivery, attempt: 0 }
    return { Records: [{ messageId: delivery, body: JSON.stringify(message) }] }
  },
  QueueDueDeliveries: () => ({ source: 'aws.events' }),
  RemoveOrphanedGatewayKeys: () => ({ source: 'aws.events' }),
  SendAlerts: ({ companyId }) => ({ company_id: companyId, alert_id: alertId }),
  PublishEvents: ({ companyId, ids }) => makeLogKey(keys.log(companyId, '', 0).pk, ids.moved),
} satisfies Record<Pascal<Exclude<JobId, 'authorizer'>>, JobEvent>

export function isChange(name: string): boolean {
  return Object.values<Route>(routes).some(({ id, method }) => id === name && !['GET', 'ANY'].includes(method))
}
