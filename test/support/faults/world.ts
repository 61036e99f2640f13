import { startRestore } from '../../../functions/operations/snapshots/start-restore'
import { takeSnapshot } from '../../../functions/operations/snapshots/take-snapshot'
import { type Route, type RouteId, routes } from '../../../functions/routes'
import type { Table } from '../../../functions/store/client'
import { makeLogKey } from '../../../functions/store/log/log-row'
import { keys, type Row } from '../../../functions/store/schema'
import { makeDyingTable } from '../dying'
import { readRowsOfCompany } from '../fork'
import { openShop, renderJson, type Shop } from '../shop'
import { putDelivery, putDue, putWebhooks } from '../webhook-rows'

/** A company in which every route has something to do. Copies are made of `rows`; `ids` name the contents. */
export type World = { companyId: string; rows: Row[]; ids: Ids }
type Ids = Awaited<ReturnType<typeof fillCompany>>

/** What is made for each case. `idToken`: of the caller, whom nobody knows yet. */
export type CallerIds = Ids & { person: string; key: string; idToken: string }

/** Builds the company. With `restoring`, it has a restore whose process died after its first step. */
export async function buildWorld(table: Table, { restoring }: { restoring: boolean }): Promise<World> {
  const shop = await openShop(table)
  const ids = await fillCompany(shop)
  const restore = restoring ? await beginRestore(table, shop, ids.snapshot) : ''
  return { companyId: shop.companyId, rows: await readRowsOfCompany(table, shop.companyId), ids: { ...ids, restore } }
}

async function fillCompany(shop: Shop) {
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
  await shop.receive(partial.id, { ...delivered, lines: [{ ...received, rejection_reason: null }] })
  const { snapshot } = await takeSnapshot(shop.context, { name: null, type: 'manual' })
  await shop.updateItem(other.id, { name: 'Nut', quantity: 9, reorder_point: 50 })
  await shop.updateItem(third.id, { sku: 'C-2' })
  const late = await shop.stockItem('L', 2)
  const hooks = await addWebhook(shop)
  const all = { item, other, third, trashed, moved, draft, open, partial, snapshot, late, ...hooks, restore: null }
  return Object.fromEntries(Object.entries(all).map(([name, made]) => [name, made?.id ?? ''])) as Record<
    keyof typeof all,
    string
  >
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
  return { webhook: { id }, delivery, due }
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

/** For each route, a request that succeeds in the world. Where the route changes something, the request does so. */
export const requests: Record<RouteId, (ids: CallerIds) => [method: string, path: string, body?: object]> = {
  'list-items': () => ['GET', '/items?sort=name'],
  'create-item': () => ['POST', '/items', { name: 'New', sku: 'NEW', quantity: 3 }],
  'create-items': () => [
    'POST',
    '/items/batch',
    { items: [{ name: 'New', sku: 'N1' }, ...['N2', 'N3'].map((sku) => ({ name: 'New', sku, upsert: true }))] },
  ],
  'get-item': ({ item }) => ['GET', `/items/${item}`],
  'update-item': ({ item }) => ['PUT', `/items/${item}`, { name: 'Renamed', sku: 'A-2', quantity: 7 }],
  'delete-item': ({ item }) => ['DELETE', `/items/${item}`],
  'restore-item': ({ trashed }) => ['POST', `/items/${trashed}/restore`],
  'list-trash': () => ['GET', '/trash'],
  'verify-item': ({ item }) => ['GET', `/items/${item}/verify`],
  'list-daily-stock': () => ['GET', '/stock/daily'],
  'list-transactions': ({ item }) => ['GET', `/transactions?item_id=${item}`],
  'create-transactions': ({ item, other }) => [
    'POST',
    '/transactions',
    {
      transactions: [
        { type: 'issue', item_id: item, quantity: 2 },
        ...Array(9).fill({ type: 'receive', item_id: other, quantity: 2 }), // so many rows keep the pace of the log
      ],
    },
  ],
  'get-transaction': ({ moved }) => ['GET', `/transactions/${moved}`],
  'reverse-transaction': ({ moved }) => ['POST', `/transactions/${moved}/reverse`],
  'list-orders': () => ['GET', '/orders?status=ordered'],
  'create-order': ({ item }) => [
    'POST',
    '/orders',
    { supplier: { name: 'Acme' }, line_items: [{ item_id: item, quantity_ordered: 5, unit_cost: '1.10' }] },
  ],
  'suggest-orders': () => ['POST', '/orders/suggest'],
  'get-order': ({ open }) => ['GET', `/orders/${open}`],
  'update-order': ({ draft }) => ['PUT', `/orders/${draft}`, { notes: 'New' }],
  'delete-order': ({ draft }) => ['DELETE', `/orders/${draft}`],
  'place-order': ({ draft }) => ['POST', `/orders/${draft}/place`],
  'receive-order': ({ open }) => ['POST', `/orders/${open}/receive`],
  'cancel-order': ({ open }) => ['POST', `/orders/${open}/cancel`],
  'close-order': ({ partial }) => ['POST', `/orders/${partial}/close`],
  'list-receipts': ({ partial }) => ['GET', `/orders/${partial}/receipts`],
  'list-audit': () => ['GET', '/audit?action=update'],
  'list-events': () => ['GET', '/events?types=item.*'],
  'list-snapshots': () => ['GET', '/snapshots'],
  'create-snapshot': () => ['POST', '/snapshots', { name: 'New' }],
  'get-snapshot': ({ snapshot }) => ['GET', `/snapshots/${snapshot}`],
  'list-snapshot-items': ({ snapshot }) => ['GET', `/snapshots/${snapshot}/items`],
  'diff-snapshot': ({ snapshot }) => ['GET', `/snapshots/${snapshot}/diff`],
  'delete-snapshot': ({ snapshot }) => ['DELETE', `/snapshots/${snapshot}`],
  'restore-snapshot': ({ snapshot }) => ['POST', `/snapshots/${snapshot}/restore`],
  'list-restores': () => ['GET', '/restores'],
  'get-restore': ({ restore }) => ['GET', `/restores/${restore}`],
  'list-webhooks': () => ['GET', '/webhooks'],
  'create-webhook': () => ['POST', '/webhooks', { url: unreachable }],
  'get-webhook': ({ webhook }) => ['GET', `/webhooks/${webhook}`],
  'update-webhook': ({ webhook }) => ['PUT', `/webhooks/${webhook}`, { description: 'New', events: ['order.*'] }],
  'delete-webhook': ({ webhook }) => ['DELETE', `/webhooks/${webhook}`],
  'rotate-webhook-secret': ({ webhook }) => ['POST', `/webhooks/${webhook}/rotate-secret`],
  'test-webhook': ({ webhook }) => ['POST', `/webhooks/${webhook}/test`],
  'list-deliveries': ({ webhook }) => ['GET', `/webhooks/${webhook}/deliveries`],
  redeliver: ({ webhook, delivery }) => ['POST', `/webhooks/${webhook}/deliveries/${delivery}/redeliver`],
  'get-account': () => ['GET', '/account'],
  'link-account': ({ idToken }) => ['POST', '/account/link', { id_token: idToken }],
  'get-usage': () => ['GET', '/usage'],
  'list-keys': () => ['GET', '/keys'],
  'create-key': () => ['POST', '/keys', { name: 'New' }],
  'update-key': ({ key }) => ['PUT', `/keys/${key}`, { name: 'Renamed' }],
  'revoke-key': ({ key }) => ['DELETE', `/keys/${key}`],
  'list-people': () => ['GET', '/people'],
  'invite-person': () => ['POST', '/people', { email: 'new@example.com', name: 'New', role: 'member' }],
  'update-person': ({ person }) => ['PUT', `/people/${person}`, { role: 'viewer' }],
  'remove-person': ({ person }) => ['DELETE', `/people/${person}`],
  'not-found': () => ['GET', '/nothing'],
}

/** The jobs except the authorizer, by the beginning of their logical ids, with an event for each. */
export const jobs: Record<string, (world: { companyId: string; ids: Ids; date: string }) => object> = {
  DoNightlyWork: ({ companyId, date }) => ({ work: 'daily_snapshot', company_id: companyId, date }),
  DailySnapshots: () => ({ source: 'aws.events' }),
  CompactCatalogue: ({ companyId }) => ({ company_id: companyId }),
  RunRestore: ({ companyId, ids }) => ({ company_id: companyId, restore_id: ids.restore }),
  NightlyUpkeep: () => ({ source: 'aws.events' }),
  DeliverWebhook: ({ companyId, ids }) => makeQueueEvent(companyId, ids),
  QueueDueDeliveries: () => ({ source: 'aws.events' }),
  RemoveDeadGatewayKeys: () => ({ source: 'aws.events' }),
  SendAlerts: ({ companyId }) => ({ company_id: companyId, alert_id: alertId }),
  PublishEvents: ({ companyId, ids }) => makeLogKey(keys.log(companyId, '', 0).pk, ids.moved),
}

/** As SQS sends it, with the fields that are read. */
function makeQueueEvent(company_id: string, { webhook, delivery }: Ids) {
  const message = { company_id, webhook_id: webhook, delivery_id: delivery, attempt: 0 }
  return { Records: [{ messageId: delivery, body: JSON.stringify(message) }] }
}

export function isChange(name: string): boolean {
  return Object.values<Route>(routes).some(({ id, method }) => id === name && !['GET', 'ANY'].includes(method))
}
