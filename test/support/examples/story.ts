import { routes } from '../../../functions/routes'
import type { OperationId, Recorder } from './recorder'

const minuteMs = 60_000

/**
 * The service that the story is played on. `pass` lets time pass, in milliseconds. `arrive` makes a delivery one that
 * its receiver has taken.
 */
type World = { pass: (ms: number) => void; arrive: (webhookId: string, deliveryId: string) => Promise<void> }

/** A week of a small wholesaler of bolts: each operation once, in an order that makes sense. */
export async function playStory(recorder: Recorder, { pass, arrive }: World): Promise<void> {
  await stockItems(recorder)
  pass(minuteMs)
  await moveStock(recorder)
  pass(minuteMs)
  await order(recorder)
  pass(minuteMs)
  await restore(recorder, pass)
  await recorder.keep('list-audit')
  pass(minuteMs)
  await recorder.keep('list-events')
  pass(minuteMs)
  await receive(recorder, arrive)
  await managePeople(recorder)
  await recorder.keepAll(...listRest(recorder))
}

/** Those that the story does not tell. Nobody is linked here: the provider of sign-in is our own. */
function listRest({ examples: { operations } }: Recorder): OperationId[] {
  const { 'not-found': _, 'link-account': __, 'list-invitations': ___, ...rest } = routes
  return Object.values(rest).flatMap(({ id }) => (id in operations ? [] : id))
}

const sku = 'BOLT-M8-40'

async function stockItems(recorder: Recorder): Promise<void> {
  const { ids } = recorder
  const bolt = await recorder.keep('create-item')
  ids.item = bolt.id
  await recorder.keepAll('create-items', 'get-item')
  await recorder.keep('update-item', { body: { location: 'Aisle 4, shelf 1', reorder_point: 250 } })
  const washer = await recorder.prepare('create-item', { body: { name: 'Washer M8', sku: 'WASHER-M8' } })
  ids.trashed = washer.id
  await recorder.keep('delete-item', { ids: { item: washer.id } })
  const body = { type: 'receive', item_id: washer.id, quantity: 5 }
  await recorder.keepProblem('item_in_trash', 'create-transactions', { body })
  await recorder.keep('list-trash')
  await recorder.keepProblem('not_in_trash', 'restore-item', { ids: { trashed: bolt.id } })
  await recorder.keep('restore-item')
}

async function moveStock(recorder: Recorder): Promise<void> {
  const sale = { type: 'issue', sku, quantity: 320, reason: 'sale', reference: 'Sale 1001' }
  const sold = await recorder.keep('create-transactions', { body: sale })
  await recorder.keep('create-transactions', { body: { type: 'count', sku, quantity: 175, dry_run: true } })
  await recorder.keep('get-transaction', { ids: { moved: String(sold.id) } })
  const wrong = await recorder.prepare('create-transactions', { body: { type: 'receive', sku, quantity: 20 } })
  recorder.ids.moved = String(wrong.id)
  await recorder.keep('reverse-transaction')
  await recorder.keepProblem('invalid_state', 'reverse-transaction')
  await recorder.keepAll('list-transactions', 'list-daily-stock', 'verify-item', 'list-items', 'list-locations')
}

async function order(recorder: Recorder): Promise<void> {
  const { ids } = recorder
  const supplier = { name: 'Acme Fasteners', email: 'orders@acme.example', reference: 'Offer 77' }
  const bolts = { sku, quantity_ordered: 1_000, unit_cost: '0.125' }
  const draft = { supplier, currency: 'EUR', expected_at: '2026-03-20', status: 'draft', line_items: [bolts] }
  const { id } = await recorder.keep('create-order', { body: draft })
  Object.assign(ids, { draft: id, open: id, partial: id })
  await recorder.keep('update-order')
  const { line_items } = await recorder.keep('place-order')
  await recorder.keep('get-order')
  const delivered = (quantity_accepted: number) => ({ lines: [{ line_item_id: line_items[0]?.id, quantity_accepted }] })
  await recorder.keepProblem('over_receipt', 'receive-order', { body: delivered(1_200) })
  const twice = await recorder.prepare('receive-order', {
    body: { ...delivered(600), reference: 'Delivery note 5512' },
  })
  ids.receipt = twice.receipt.id
  await recorder.keep('reverse-receipt')
  await recorder.keep('receive-order', { body: { ...delivered(600), reference: 'Delivery note 5512' } })
  await recorder.keepAll('list-receipts', 'list-orders', 'list-suppliers', 'close-order')
  await recorder.prepare('create-transactions', { body: { type: 'issue', sku, quantity: 620, reason: 'sale' } })
  await recorder.keep('suggest-orders')
  const second = { supplier, line_items: [{ sku: 'NUT-M8', quantity_ordered: 500 }] }
  ids.open = (await recorder.prepare('create-order', { body: second })).id
  await recorder.keep('cancel-order')
  ids.draft = (await recorder.prepare('create-order', { body: draft })).id
  await recorder.keep('delete-order')
}

async function restore(recorder: Recorder, pass: World['pass']): Promise<void> {
  recorder.ids.snapshot = (await recorder.keep('create-snapshot')).id
  await recorder.keepAll('get-snapshot', 'list-snapshot-items')
  pass(minuteMs)
  await recorder.prepare('create-transactions', { body: { type: 'count', sku, quantity: 700, reason: 'stocktake' } })
  await recorder.prepare('update-item', { body: { name: 'Bolt M8 x 40 mm' } })
  await recorder.keep('diff-snapshot')
  await recorder.keep('restore-snapshot', { body: { mode: 'merge', dry_run: true } })
  recorder.ids.restore = (await recorder.keep('restore-snapshot', { body: { mode: 'merge' } })).id
  await recorder.keepAll('get-restore', 'list-restores', 'list-snapshots', 'delete-snapshot')
}

async function receive(recorder: Recorder, arrive: World['arrive']): Promise<void> {
  const { ids } = recorder
  ids.webhook = (await recorder.keep('create-webhook')).id
  await recorder.keepAll('get-webhook', 'list-webhooks')
  ids.delivery = (await recorder.keep('test-webhook')).id
  await arrive(ids.webhook, ids.delivery)
  await recorder.keepAll('list-deliveries', 'redeliver', 'rotate-webhook-secret', 'update-webhook', 'delete-webhook')
}

/** An owner, a program that is to read, and a new colleague. */
async function managePeople(recorder: Recorder): Promise<void> {
  await recorder.keepAll('get-account', 'update-account', 'get-usage')
  const body = { name: 'Price tags', scopes: ['read'], expires_at: '2027-03-31T00:00:00Z' }
  recorder.ids.key = (await recorder.keep('create-key', { body })).id
  await recorder.keepAll('list-keys', 'update-key', 'revoke-key')
  recorder.ids.person = (await recorder.keep('invite-person')).id
  await recorder.keepAll('list-people', 'update-person', 'sign-out-person', 'remove-person')
}
