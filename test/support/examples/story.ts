import type { Recorder } from './recorder'

const minuteMs = 60_000

/**
 * The service that the story is played on. `pass` lets time pass, in milliseconds. `arrive` makes a delivery one that
 * its receiver has taken.
 */
type World = { pass: (ms: number) => void; arrive: (webhookId: string, deliveryId: string) => Promise<void> }

/** A week of a small wholesaler of bolts: each operation once, in an order that makes sense. */
export async function playStory(recorder: Recorder, { pass, arrive }: World): Promise<void> {
  const bolt = await stockItems(recorder)
  pass(minuteMs)
  await moveStock(recorder, bolt)
  pass(minuteMs)
  await order(recorder, bolt)
  pass(minuteMs)
  await restore(recorder, bolt, pass)
  await recorder.keep('list-audit', { query: 'resource_type=item&limit=2' })
  pass(minuteMs)
  await recorder.keep('list-events', { query: 'types=item.low_stock&limit=1' })
  pass(minuteMs)
  await receive(recorder, arrive)
  await manageKeys(recorder)
  await managePeople(recorder)
}

type Item = { id: string; sku: string }

async function stockItems(recorder: Recorder): Promise<Item> {
  const bolt = await recorder.keep('create-item', {
    body: {
      name: 'Bolt M8 × 40',
      sku: 'BOLT-M8-40',
      quantity: 500,
      location: 'Aisle 3, shelf 2',
      barcode: '4006381333931',
      reorder_point: 200,
    },
  })
  const nut = { name: 'Nut M8', sku: 'NUT-M8', quantity: 800, reorder_point: 300 }
  await recorder.keep('create-items', {
    body: {
      items: [nut, { name: 'Bolt', sku: 'BOLT-M8-40' }, { sku: 'BOLT-M8-40', barcode: '4006381333931', upsert: true }],
    },
  })
  await recorder.keep('get-item', { id: bolt.id })
  await recorder.keep('update-item', { id: bolt.id, body: { location: 'Aisle 4, shelf 1', reorder_point: 250 } })
  const { id } = await recorder.prepare('create-item', { body: { name: 'Washer M8', sku: 'WASHER-M8' } })
  await recorder.keep('delete-item', { id })
  await recorder.keepProblem('item_in_trash', 'create-transactions', {
    body: { type: 'receive', item_id: id, quantity: 5 },
  })
  await recorder.keep('list-trash')
  await recorder.keepProblem('not_in_trash', 'restore-item', { id: bolt.id })
  await recorder.keep('restore-item', { id, body: { sku: 'WASHER-M8-A2' } })
  return bolt
}

async function moveStock(recorder: Recorder, { id, sku }: Item): Promise<void> {
  const sale = { type: 'issue', sku, quantity: 320, reason: 'sale', reference: 'Sale 1001' }
  const sold = await recorder.keep('create-transactions', { body: sale })
  await recorder.keep('create-transactions', { body: { type: 'count', sku, quantity: 175, dry_run: true } })
  await recorder.keep('get-transaction', { id: sold.id })
  const wrong = await recorder.prepare('create-transactions', { body: { type: 'receive', sku, quantity: 20 } })
  await recorder.keep('reverse-transaction', { id: wrong.id, body: { reason: 'correction', note: 'Entered twice' } })
  await recorder.keepProblem('invalid_state', 'reverse-transaction', { id: wrong.id })
  await recorder.keep('list-transactions', { query: `item_id=${id}&limit=2` })
  await recorder.keep('list-daily-stock', { query: 'days=7' })
  await recorder.keep('verify-item', { id })
  await recorder.keep('list-items', { query: 'low_stock=true&sort=name&limit=2' })
}

async function order(recorder: Recorder, { sku }: Item): Promise<void> {
  const supplier = { name: 'Acme Fasteners', email: 'orders@acme.example', reference: 'Offer 77' }
  const bolts = { sku, quantity_ordered: 1_000, unit_cost: '0.125' }
  const draft = { supplier, currency: 'EUR', expected_at: '2026-03-20', status: 'draft' as const }
  const { id } = await recorder.keep('create-order', { body: { ...draft, line_items: [bolts] } })
  await recorder.keep('update-order', { id, body: { notes: 'Deliver to gate 2' } })
  const { line_items } = await recorder.keep('place-order', { id })
  await recorder.keep('get-order', { id })
  const delivered = (quantity_accepted: number) => ({ lines: [{ line_item_id: line_items[0]?.id, quantity_accepted }] })
  await recorder.keepProblem('over_receipt', 'receive-order', { id, body: delivered(1_200) })
  await recorder.keep('receive-order', { id, body: { ...delivered(600), reference: 'Delivery note 5512' } })
  await recorder.keep('list-receipts', { id })
  await recorder.keep('list-orders', { query: 'status=partially_received&limit=2' })
  await recorder.keep('close-order', { id })
  await recorder.prepare('create-transactions', { body: { type: 'issue', sku, quantity: 620, reason: 'sale' } })
  await recorder.keep('suggest-orders')
  const second = { body: { supplier, line_items: [{ sku: 'NUT-M8', quantity_ordered: 500 }] } }
  const { id: ordered } = await recorder.prepare('create-order', second)
  await recorder.keep('cancel-order', { id: ordered, body: { cancel_reason: 'Too dear' } })
  const { id: third } = await recorder.prepare('create-order', { body: { ...draft, line_items: [bolts] } })
  await recorder.keep('delete-order', { id: third })
}

async function restore(recorder: Recorder, { id, sku }: Item, pass: World['pass']): Promise<void> {
  const snapshot = await recorder.keep('create-snapshot', { body: { name: 'Before the stocktake' } })
  await recorder.keep('get-snapshot', { id: snapshot.id })
  await recorder.keep('list-snapshot-items', { id: snapshot.id, query: 'sort=sku&limit=1' })
  pass(minuteMs)
  await recorder.prepare('create-transactions', { body: { type: 'count', sku, quantity: 700, reason: 'stocktake' } })
  await recorder.prepare('update-item', { id, body: { name: 'Bolt M8 x 40 mm' } })
  await recorder.keep('diff-snapshot', { id: snapshot.id })
  await recorder.keep('restore-snapshot', { id: snapshot.id, body: { mode: 'merge', dry_run: true } })
  const restored = await recorder.keep('restore-snapshot', { id: snapshot.id, body: { mode: 'merge' } })
  await recorder.keep('get-restore', { id: restored.id })
  await recorder.keep('list-restores', { query: 'limit=1' })
  await recorder.keep('list-snapshots', { query: 'type=manual' })
  await recorder.keep('delete-snapshot', { id: snapshot.id })
}

async function receive(recorder: Recorder, arrive: World['arrive']): Promise<void> {
  const url = 'https://shop.example/inventory-events'
  const events = ['item.low_stock', 'order.*']
  const { id } = await recorder.keep('create-webhook', { body: { url, events, description: 'Reorders' } })
  await recorder.keep('get-webhook', { id })
  await recorder.keep('list-webhooks')
  const sent = await recorder.keep('test-webhook', { id })
  await arrive(id, sent.id)
  await recorder.keep('list-deliveries', { id, query: 'status=delivered&limit=1' })
  await recorder.keep('redeliver', { id, delivery_id: sent.id })
  await recorder.keep('rotate-webhook-secret', { id })
  await recorder.keep('update-webhook', { id, body: { events: ['item.*'], description: null } })
  await recorder.keep('delete-webhook', { id })
}

/** An owner, and a program that is to read. */
async function manageKeys(recorder: Recorder): Promise<void> {
  await recorder.keep('get-account')
  await recorder.keep('get-usage', { query: 'days=1' })
  const body = { name: 'Price tags', scopes: ['read'], expires_at: '2027-03-31T00:00:00Z' }
  const { id } = await recorder.keep('create-key', { body })
  await recorder.keep('list-keys', { query: 'limit=1' })
  await recorder.keep('update-key', { id, body: { name: 'Price tags, hall 2' } })
  await recorder.keep('revoke-key', { id })
}

/** An owner and a new colleague. */
async function managePeople(recorder: Recorder): Promise<void> {
  const { id } = await recorder.keep('invite-person', {
    body: { email: 'grace@example.com', name: 'Grace Hopper', role: 'member' },
  })
  await recorder.keep('list-people')
  await recorder.keep('update-person', { id, body: { role: 'viewer' } })
  await recorder.keep('remove-person', { id })
}
