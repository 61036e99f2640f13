import type { FindingCode } from '../../../admin/verification/inspection'
import type { Row } from '../../../functions/store/table/schema'
import { makeUlid } from '../../../functions/store/time/ulids'
import { changeRow, deleteRow } from '../../support/damage'
import { ready } from '../../support/damaged-company'
import { makeAttempt } from '../../support/webhook-rows'
import { type Damages, type Found, findRow, nameRow, type World } from './world'

/**
 * A row gets these fields, or is deleted where there are none. `found`: by code, what is named, as in
 * `World.resources`. `row` is the key of the row, and what is not known there is the name itself.
 */
type Change = [
  what: string,
  row: keyof World['at'],
  fields: Row | null | ((world: World) => Row),
  found: Partial<Record<FindingCode, string>>,
]

const tomorrow = Math.ceil(ready / 1_000) + 86_400
const failed = makeAttempt(ready, 500)
const changeLines = (fields: Row) => (world: World) => ({
  line_items: world.order.line_items.map((line) => ({ ...line, ...fields })),
})
const receiveLines = changeLines({ quantity_received: 7 })
const nameBulk = ({ bulk }: World) => ({ item_id: bulk.id })
const unreadable = { malformed_row: 'company', wrong_company: 'company' }
const sameNumber = { wrong_order_number: 'PO-000001', wrong_order: 'order' }
const otherBody = JSON.stringify({ id: 'evt_other', type: 'item.created' })
const otherReversal = (world: World) => ({ reversed_by: `${findRow(world, world.at.reversed)?.reversed_by}0` })

const changes: Change[] = [
  ['the oldest log row of an item', 'revision1', null, { missing_log_row: 'item' }],
  ['a log row in the middle, of a transaction', 'revision3', null, { missing_log_row: 'item' }],
  ['a log row in the middle, of an update', 'revision4', null, { missing_log_row: 'item' }],
  ['the newest log row of an item', 'revision5', null, { missing_log_row: 'item' }],
  ['the log row of a snapshot', 'logOfSnapshot', null, { missing_log_row: 'snapshot' }],
  ['the log row of an order', 'logOfOrder', null, { missing_log_row: 'order' }],
  ['a transaction that says it has more rows', 'revision4', { n: 2 }, { incomplete_transaction: 'transaction4' }],
  ['a movement that does not follow the last', 'revision5', { quantity_before: 6 }, { broken_ledger: 'item' }],
  ['a transaction that would expire', 'revision3', { expires_at: tomorrow }, { wrong_log_row: 'item' }],
  ['a reversed transaction that names another reversal', 'reversed', otherReversal, { torn_reversal: 'reversed' }],
  ['a reversal that was none', 'revision3', { reversed_by: `txn_${makeUlid(ready)}00` }, { torn_reversal: 'log3' }],
  ['a transaction that names another item', 'revision3', nameBulk, { misplaced_row: 'row' }],
  ['a log row of nothing', 'revision4', { resource_id: '' }, { malformed_row: 'row', missing_log_row: 'item' }],

  ['a quantity', 'item', { quantity: 9 }, { wrong_quantity: 'item' }],
  ['a name', 'item', { name: 'Screw' }, { wrong_item: 'item' }],
  ['an item that an older write has replaced', 'item', { rev: 3 }, { wrong_item: 'item', wrong_quantity: 'item' }],
  ['the row of an item', 'item', null, { missing_item: 'item' }],
  ['the row of an item, unreadable', 'item', { quantity: 'many' }, { malformed_row: 'row' }],
  ['the SKU guard of a live item', 'sku', null, { missing_sku_guard: 'OFTEN' }],

  ['the row of an order', 'order', null, { missing_order: 'order' }],
  ['a receipt', 'receipt', null, { torn_order: 'order' }],
  ['a receipt, as if it was taken back', 'receipt', { reversed_at: 'now' }, { torn_order: 'order' }],
  ['a line without its receipt', 'order', receiveLines, { wrong_order: 'order', torn_order: 'order' }],
  ['the cost of a line, unreadable', 'order', changeLines({ unit_cost: 'much' }), { malformed_row: 'row' }],
  ['the status of an order', 'order', { status: 'closed' }, { wrong_order_status: 'order', wrong_order: 'order' }],
  ['a number that two have', 'order', { order_number: 'PO-000001' }, sameNumber],
  ['a number that was never given', 'company', { order_count: 2 }, { wrong_order_number: 'order number' }],

  ['a chunk of a snapshot', 'snapshotChunk', null, { damaged_snapshot: 'snapshot' }],
  ['the number of items of a snapshot', 'snapshot', { item_count: 1 }, { damaged_snapshot: 'snapshot' }],
  ['a restore without the lock', 'restore', { status: 'running', heartbeat: ready }, { wrong_restore: 'restore' }],
  ['a lock from the future', 'lock', { heartbeat: ready + 60_000 }, { wrong_restore: 'rst_dead' }],

  ['a webhook that cannot be read', 'disabled', { events: ['item.painted'] }, { malformed_row: 'row' }],
  ['a webhook that the company does not count', 'webhookCount', { n: 1 }, { wrong_webhook_count: 'company' }],
  ['the count of the webhooks', 'webhookCount', null, { wrong_webhook_count: 'company' }],
  ['the count of the webhooks, unreadable', 'webhookCount', { n: 'many' }, { malformed_row: 'row' }],
  ['a secret that is not sealed', 'webhook', { secret: `whsec_${'A'.repeat(44)}` }, { wrong_webhook: 'webhook' }],
  ['a webhook that is suspended alone', 'webhook', { suspended_at: ready }, { wrong_webhook: 'webhook' }],
  ['an active webhook that was disabled', 'disabled', { status: 'active' }, { wrong_webhook: 'disabled' }],
  ['a webhook that fails, without a failure', 'disabled', { failures: 0 }, { wrong_webhook: 'disabled' }],

  ['a delivered delivery with an attempt to come', 'pending', { status: 'delivered' }, { wrong_delivery: 'pending' }],
  ['a delivery that is delivered without an answer', 'delivered', { attempts: [] }, { wrong_delivery: 'delivered' }],
  ['a delivery that is delivered with a 500', 'delivered', { attempts: [failed] }, { wrong_delivery: 'delivered' }],
  ['a pending delivery without a next attempt', 'delivered', { status: 'pending' }, { wrong_delivery: 'delivered' }],
  ['a delivery with ten attempts', 'pending', { attempts: Array(10).fill(failed) }, { wrong_delivery: 'pending' }],
  ['an attempt that is due before others', 'pending', { attempts: [failed] }, { wrong_delivery: 'pending' }],
  ['a delivery that cannot be read', 'pending', { attempts: 'many' }, { malformed_row: 'row' }],
  ['a delivery that is due, and is gone', 'pending', null, { wrong_delivery: 'pending' }],
  ['the event of a pending delivery', 'pendingEvent', null, { wrong_delivery: 'pending' }],
  ['the body of an event', 'deliveredEvent', { body: '{"id":"evt_' }, { malformed_row: 'row' }],
  ['an event with the body of another', 'deliveredEvent', { body: otherBody }, { misplaced_row: 'row' }],
  ['what is due, at another time than its key says', 'due', { at: ready }, { misplaced_row: 'row' }],
  ['what is due, unreadable', 'due', { attempt: 'next' }, { malformed_row: 'row' }],

  ['the row of a key by its hash', 'key', null, { wrong_key: 'key' }],
  ['the row of a key by its id', 'keyById', null, { wrong_key: 'key' }],
  ['the row of a key of its company', 'keyOfCompany', null, { wrong_key: 'key' }],
  ['the limits of a key', 'key', { minute_limit: 7 }, { wrong_key: 'key' }],
  ['a company that is missing in its plan', 'companyOfPlan', null, { wrong_company: 'company' }],
  ['a company that cannot be read', 'company', { plan: 'gold' }, unreadable],
  ['owners that are miscounted', 'company', { owners: 2 }, { wrong_person: 'company' }],
  ['a counter of the company', 'company', { snapshots: 'many' }, unreadable],
]

export const changedRows: Damages = Object.fromEntries(
  changes.map(([what, name, fields, found]) => [
    what,
    async (world): Promise<Found> => {
      const row = world.at[name]
      if (fields === null) await deleteRow(world.table, row)
      else await changeRow(world.table, row, typeof fields === 'function' ? fields(world) : fields)
      const known: Record<string, string> = { ...world.resources, row: nameRow(row) }
      return Object.entries(found).map(([code, resource]) => [code as FindingCode, known[resource] ?? resource])
    },
  ]),
)
