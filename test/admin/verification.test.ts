import { readHashes } from '../../admin/keys/api-keys'
import type { FindingCode } from '../../admin/verification/finding'
import { type Outcome, verifyAll } from '../../admin/verification/verify-all'
import { verifyCompany } from '../../admin/verification/verify-company'
import { Segments } from '../../functions/catalogue/columns/segments'
import { itemKind } from '../../functions/catalogue/items/item-kind'
import { writeSegments } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { type BaseName, findHead } from '../../functions/store/catalogue/head'
import type { Table } from '../../functions/store/client'
import { readPeople } from '../../functions/store/companies/person-row'
import { findItem } from '../../functions/store/items/item-row'
import { putBlockPage, readBlockPages } from '../../functions/store/log/block-pages'
import { packParts } from '../../functions/store/log/counted-parts'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { makeLogKey } from '../../functions/store/log/log-row'
import { formatKey, keys, type Row } from '../../functions/store/schema'
import { makeUlid } from '../../functions/store/ulids'
import { changeRow, damageChunk, damageSnapshot, deleteRow } from '../support/damage'
import { openCompanyToDamage, ready } from '../support/damaged-company'
import { interceptSends } from '../support/dying'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { formatRow, scanTable } from '../support/scan'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { startTestTable, type TestTable } from '../support/table'
import { makeAttempt, putWebhooks } from '../support/webhook-rows'

let engine: TestTable
let table: Table
let world: Awaited<ReturnType<typeof openCompanyToDamage>>
let companyId: string
let before: Row[]
let log: Row[]
beforeAll(async () => {
  engine = await startTestTable()
  table = engine.table
  world = await openCompanyToDamage(engine)
  companyId = world.shop.companyId
  before = await scanTable(table)
  log = await world.shop.log()
})
afterAll(() => engine.stop())

const verify = (from = table, scan = true) => verifyCompany(from, companyId, { report: () => {}, scan })
/** What `verify --all` finds of the company. */
async function findAmongAll() {
  const found: string[][] = []
  const take = ({ verification, error }: Outcome) => {
    if (error !== null) throw error
    if (verification?.company_id === companyId)
      for (const { code, resource } of verification.findings) found.push([code, resource])
  }
  await verifyAll(table, { reportScan: () => {}, take, signal: new AbortController().signal })
  return found
}
const find = async (scan = true) => (await verify(table, scan)).findings.map(({ code, resource }) => [code, resource])

test('a company with rows of every kind holds, and nothing but reads is sent', async () => {
  const commands = new Set<string>()
  const reader = interceptSends(table, (send, command) => {
    commands.add(command.constructor.name)
    return send(command)
  })
  const { findings, counts, notes, scanned } = await verify(reader)
  expect(findings).toEqual([])
  expect(scanned).toBe(true)
  expect(notes).toEqual([
    expect.stringMatching(/^\d+ chunks of old bases or snapshots are named by nothing: they expire/),
  ])
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  expect(counts).toMatchObject({ log_rows: log.length, scanned_rows: before.length, bases: 3, days: 2, orders: 3 })
  const reads = ['BatchGetCommand', 'DescribeTableCommand', 'GetCommand', 'QueryCommand', 'ScanCommand']
  expect([...commands].sort()).toEqual(reads)
  expect((await scanTable(table)).map(formatRow).sort()).toEqual(before.map(formatRow).sort())
})

rehearse('without a scan, the report says what it leaves out', async () => {
  const { findings, notes, scanned, counts } = await verify(table, false)
  expect([findings, scanned, counts.scanned_rows]).toEqual([[], false, 0])
  expect(notes).toEqual([expect.stringMatching(/^The table was not scanned/)])
})

/** What is damaged, and the findings that must follow, in any order. */
type Found = [FindingCode, string][]

describe('damage', () => {
  afterEach(repair)

  const damages: Record<string, () => Promise<Found>> = {
    'the oldest log row of an item': () => loseRevision(1),
    'a log row in the middle, of a transaction': () => loseRevision(3),
    'a log row in the middle, of an update': () => loseRevision(4),
    'the newest log row of an item': () => loseRevision(5),
    'a log row that was counted': async () => {
      const row = log.find(({ item_id, rev }) => item_id === world.bulk.id && rev === 3) as Row
      await deleteRow(table, toKey(row))
      const transaction = String(row.sk).slice(0, 26)
      const day = String(row.created_at).slice(0, 10)
      const { blocks } = (await readBlockPages(table, companyId, { from: day, to: day }))[0] ?? {}
      return [
        ['missing_log_row', world.bulk.id],
        ['incomplete_transaction', transaction],
        ['wrong_count', day],
        ['wrong_count', `block through ${blocks?.[0]?.end}`],
      ]
    },
    'a database transaction that says it has more log rows': async () => {
      const row = findRevision(4)
      await changeRow(table, toKey(row), { n: 2 })
      return [['incomplete_transaction', String(row.sk).slice(0, 26)]]
    },
    'a quantity': async () => {
      await changeRow(table, keys.item(companyId, world.item.id), { quantity: 9 })
      return [['wrong_quantity', world.item.id]]
    },
    'a name': async () => {
      await changeRow(table, keys.item(companyId, world.item.id), { name: 'Screw' })
      return [['wrong_item', world.item.id]]
    },
    'an item that an older write has replaced': async () => {
      await changeRow(table, keys.item(companyId, world.item.id), { rev: 3 })
      return [
        ['wrong_item', world.item.id],
        ['wrong_quantity', world.item.id],
      ]
    },
    'the row of an item': async () => {
      await deleteRow(table, keys.item(companyId, world.item.id))
      return [['missing_item', world.item.id]]
    },
    'the row of an item, unreadable': async () => {
      const key = keys.item(companyId, world.item.id)
      await changeRow(table, key, { quantity: 'many' })
      return [['malformed_row', `${key.pk} ${key.sk}`]]
    },
    'a transaction that does not follow the one before': async () => {
      await changeRow(table, toKey(findRevision(5)), { quantity_before: 6 })
      return [['broken_ledger', world.item.id]]
    },
    'a transaction that would expire': async () => {
      await changeRow(table, toKey(findRevision(3)), { expires_at: Math.ceil(ready / 1_000) + 86_400 })
      return [['wrong_log_row', world.item.id]]
    },
    'a reversed transaction that does not say so': async () => {
      const { reversal_of } = log.find((row) => row.reversal_of !== undefined) as Row
      const key = makeLogKey(keys.log(companyId, '', 0).pk, String(reversal_of))
      const row = log.find(({ sk }) => sk === key.sk) as Row
      const { reversed_by: _, ...unmarked } = row
      await putRows(table, [unmarked])
      return [['torn_reversal', String(reversal_of)]]
    },

    'a reversed transaction that names another reversal': async () => {
      const { sk, reversed_by } = log.find((row) => row.reversed_by !== undefined) as Row
      await changeRow(table, { pk: `LOG#${companyId}`, sk: String(sk) }, { reversed_by: `${reversed_by}0` })
      return [['torn_reversal', `txn_${String(sk).replace('#', '')}`]]
    },
    'a transaction that says it was reversed, and was not': async () => {
      const row = findRevision(3)
      await changeRow(table, toKey(row), { reversed_by: `txn_${makeUlid(ready)}00` })
      return [['torn_reversal', `txn_${String(row.sk).replace('#', '')}`]]
    },
    'a transaction that names another item': async () => {
      const { pk, sk } = toKey(findRevision(3))
      await changeRow(table, { pk, sk }, { item_id: world.bulk.id })
      return [['misplaced_row', `${pk} ${sk}`]]
    },
    'a log row that names nothing': async () => {
      const { pk, sk } = toKey(findRevision(4))
      await changeRow(table, { pk, sk }, { resource_id: '' })
      return [
        ['malformed_row', `${pk} ${sk}`],
        ['missing_log_row', world.item.id],
      ]
    },
    'a row of the log whose key has no time': async () => {
      const row: Row = { ...findRevision(4), sk: 'ZZ' }
      await putRows(table, [row])
      return [['malformed_row', `${row.pk} ZZ`]]
    },
    'the log row of a snapshot': async () => {
      await deleteRow(table, toKey(log.find(({ resource_id }) => resource_id === world.snapshot.id) as Row))
      return [['missing_log_row', world.snapshot.id]]
    },

    'the SKU guard of a live item': async () => {
      await deleteRow(table, keys.sku(companyId, 'OFTEN'))
      return [['missing_sku_guard', 'OFTEN']]
    },
    'a SKU guard that names another item': async () => {
      await putRows(table, [{ ...keys.sku(companyId, 'OFTEN'), item_id: world.bulk.id }])
      return [
        ['missing_sku_guard', 'OFTEN'],
        ['orphan_sku_guard', 'OFTEN'],
      ]
    },
    'a SKU that two live items have': async () => {
      const id = `itm_${makeUlid(ready)}`
      const item = await findItem(table, companyId, world.item.id)
      await putRows(table, [{ ...keys.item(companyId, id), ...item, id }])
      return [
        ['missing_log_row', id],
        ['missing_sku_guard', 'OFTEN'],
      ]
    },
    'an orphan SKU guard of an item in trash': async () => {
      const { item_id } = log.find(({ sku }) => sku === 'TRASH') as Row
      await putRows(table, [{ ...keys.sku(companyId, 'TRASH'), item_id }])
      expect(await find(false)).toEqual([['orphan_sku_guard', 'TRASH']])
      return [['orphan_sku_guard', 'TRASH']]
    },
    'a SKU guard that names nothing': async () => {
      await putRows(table, [{ ...keys.sku(companyId, 'EMPTY'), item_id: '' }])
      return [['malformed_row', 'EMPTY']]
    },
    'an orphan SKU guard that only a scan finds': async () => {
      await putRows(table, [{ ...keys.sku(companyId, 'GHOST#1'), item_id: 'itm_01KKGYNZG0VGAQ5T675VWXGJQ6' }])
      expect(await find(false)).toEqual([])
      return [['orphan_sku_guard', 'GHOST#1']]
    },

    'a receipt': async () => {
      await deleteRow(table, keys.receipt(companyId, world.order.id, world.order.receipts[0]?.id ?? ''))
      return [['torn_order', world.order.id]]
    },
    'a line that was received without a receipt': async () => {
      const line_items = world.order.line_items.map((line) => ({ ...line, quantity_received: 7 }))
      await changeRow(table, keys.order(companyId, world.order.id), { line_items })
      return [
        ['wrong_order', world.order.id],
        ['torn_order', world.order.id],
      ]
    },
    'the ledger of a delivery': async () => {
      const row = log.findLast(({ order_id, type }) => order_id === world.order.id && type) as Row
      await deleteRow(table, toKey(row))
      return [
        ['missing_log_row', world.bulk.id],
        ['torn_order', world.order.id],
        ['incomplete_transaction', String(row.sk).slice(0, 26)],
      ]
    },
    'the cost of a line, unreadable': async () => {
      const line_items = world.order.line_items.map((line) => ({ ...line, unit_cost: 'much' }))
      const { pk, sk } = keys.order(companyId, world.order.id)
      await changeRow(table, { pk, sk }, { line_items })
      return [['malformed_row', `${pk} ${sk}`]]
    },
    'the row of an order': async () => {
      await deleteRow(table, keys.order(companyId, world.order.id))
      return [['missing_order', world.order.id]]
    },
    'the log row of an order': async () => {
      const row = log.find(({ resource_id, rev }) => resource_id === world.order.id && rev === 1) as Row
      await deleteRow(table, toKey(row))
      return [['missing_log_row', world.order.id]]
    },
    'a receipt of an order that nobody knows': async () => {
      const id = `po_${makeUlid(ready)}`
      const [receipt] = world.order.receipts
      await putRows(table, [{ ...receipt, ...keys.receipt(companyId, id, receipt?.id ?? ''), order_id: id }])
      return [['orphan_receipt', id]]
    },
    'a receipt of an order that has received nothing': async () => {
      const draft = before.find(({ status }) => status === 'draft') as Row
      const [receipt] = world.order.receipts
      const key = keys.receipt(companyId, String(draft.id), receipt?.id ?? '')
      await putRows(table, [{ ...receipt, ...key, order_id: draft.id }])
      return [['torn_order', String(draft.id)]]
    },
    'the status of an order': async () => {
      await changeRow(table, keys.order(companyId, world.order.id), { status: 'closed' })
      return [
        ['wrong_order_status', world.order.id],
        ['wrong_order', world.order.id],
      ]
    },
    'a number that two orders have': async () => {
      await changeRow(table, keys.order(companyId, world.order.id), { order_number: 'PO-000001' })
      return [
        ['wrong_order_number', 'PO-000001'],
        ['wrong_order', world.order.id],
      ]
    },
    'a number that was never given': async () => {
      await changeRow(table, keys.company(companyId), { order_count: 2 })
      return [['wrong_order_number', world.order.order_number]]
    },

    'the count of a day': async () => {
      const days = await readDayCounts(table, companyId)
      const [first, ...rest] = days.map((day) => ({ ...day, counts: { ...day.counts } }))
      const [name = ''] = Object.keys(first?.counts ?? {})
      if (first) first.counts[name] = (first.counts[name] ?? 0) + 1
      await putDays([...(first ? [first] : []), ...rest])
      return [['wrong_count', String(first?.end)]]
    },
    'the units of a day': async () => {
      const [first, ...rest] = await readDayCounts(table, companyId)
      const [type = '', [unitsIn, unitsOut]] = Object.entries(first?.units ?? {})[0] ?? ['', [0, 0]]
      if (first) await putDays([{ ...first, units: { ...first.units, [type]: [unitsIn, unitsOut + 1] } }, ...rest])
      return [['wrong_count', String(first?.end)]]
    },
    'the count of a day that is left out': async () => {
      const [first, ...rest] = await readDayCounts(table, companyId)
      await putDays(rest)
      return [['wrong_count', String(first?.end)]]
    },
    'the count of a block of a final day': () => damageBlock(0),
    'the count of a block of an open day': () => damageBlock(-1),

    'a chunk of the base of the items': () => loseChunk('items'),
    'a chunk of the base of the orders': () => loseChunk('orders'),
    'a chunk of the base of orders by item': () => loseChunk('orders_by_item'),
    'a byte of a base': async () => {
      const head = await findHead(table, companyId, 'items')
      await damageChunk(table, head?.base ?? '')
      return [['damaged_base', 'items']]
    },
    'a base that has another name of an item': async () => {
      const item = await findItem(table, companyId, world.bulk.id)
      await putBase(item ? [{ ...item, name: 'Wrong' }] : [])
      return [['wrong_base', world.bulk.id]]
    },
    'a base that lacks an item': async () => {
      await putBase([])
      return [['wrong_base', world.bulk.id]]
    },
    'a base that has an item without a row': async () => {
      const item = await findItem(table, companyId, world.bulk.id)
      const ghost = `itm_${makeUlid(ready)}`
      await putBase(item ? [item, { ...item, id: ghost }] : [])
      return [['wrong_base', ghost]]
    },

    'a byte of a snapshot': async () => {
      await damageSnapshot(table, companyId, world.snapshot.id)
      return [['damaged_snapshot', world.snapshot.id]]
    },
    'a chunk of a snapshot': async () => {
      const row = before.find(({ sk }) => sk === world.snapshot.id) as Row
      await deleteRow(table, keys.chunk(String(row.data), 0))
      return [['damaged_snapshot', world.snapshot.id]]
    },
    'the number of items of a snapshot': async () => {
      await changeRow(table, keys.snapshot(companyId, world.snapshot.id), { item_count: 1 })
      return [['damaged_snapshot', world.snapshot.id]]
    },
    'a restore that runs without the lock': async () => {
      const row = before.find(({ id }) => String(id).startsWith('rst_')) as Row
      await changeRow(table, toKey(row), { status: 'running', heartbeat: ready })
      return [['wrong_restore', String(row.id)]]
    },
    'nothing: a restore that was taken for failed, since another one has the lock': async () => {
      const row = before.find(({ id }) => String(id).startsWith('rst_')) as Row
      await changeRow(table, toKey(row), { status: 'running', heartbeat: ready })
      await changeRow(table, keys.restoreLock(companyId), { heartbeat: ready })
      return []
    },
    'a lock from the future': async () => {
      await changeRow(table, keys.restoreLock(companyId), { heartbeat: ready + 60_000 })
      return [['wrong_restore', 'rst_dead']]
    },

    'a webhook that cannot be read': async () => {
      const { pk, sk } = keys.webhook(companyId, world.webhooks.disabledId)
      await changeRow(table, { pk, sk }, { events: ['item.painted'] })
      return [['malformed_row', `${pk} ${sk}`]]
    },
    'a webhook under another key': async () => {
      const key = keys.webhook(companyId, world.webhooks.disabledId)
      const row = before.find(({ pk, sk }) => pk === key.pk && sk === key.sk) as Row
      await deleteRow(table, key)
      await putRows(table, [{ ...row, sk: 'whk_other' }])
      return [['misplaced_row', `${key.pk} whk_other`]]
    },
    'a webhook that the company does not count': async () => {
      await changeRow(table, keys.webhookCount(companyId), { n: 1 })
      return [['wrong_webhook_count', companyId]]
    },
    'the count of the webhooks': async () => {
      await deleteRow(table, keys.webhookCount(companyId))
      return [['wrong_webhook_count', companyId]]
    },
    'the count of the webhooks, unreadable': async () => {
      const { pk, sk } = keys.webhookCount(companyId)
      await changeRow(table, { pk, sk }, { n: 'many' })
      return [['malformed_row', `${pk} ${sk}`]]
    },
    'more webhooks than a company may have': async () => {
      const ids = await putWebhooks(table, companyId, Array(9).fill({}))
      await changeRow(table, keys.webhookCount(companyId), { n: 2 + ids.length })
      return [['wrong_webhook_count', companyId]]
    },
    'a secret that is not sealed': async () => {
      await changeRow(table, keys.webhook(companyId, world.webhooks.webhookId), { secret: `whsec_${'A'.repeat(44)}` })
      return [['wrong_webhook', world.webhooks.webhookId]]
    },
    'a webhook that is suspended alone': async () => {
      await changeRow(table, keys.webhook(companyId, world.webhooks.webhookId), { suspended_at: ready })
      return [['wrong_webhook', world.webhooks.webhookId]]
    },
    'an active webhook that was disabled': async () => {
      await changeRow(table, keys.webhook(companyId, world.webhooks.disabledId), { status: 'active' })
      return [['wrong_webhook', world.webhooks.disabledId]]
    },
    'a webhook that fails since some time without a failure': async () => {
      await changeRow(table, keys.webhook(companyId, world.webhooks.disabledId), { failures: 0 })
      return [['wrong_webhook', world.webhooks.disabledId]]
    },
    'a delivery that is delivered, and has an attempt to come': () => damagePending({ status: 'delivered' }),
    'a delivery that is delivered without an answer': () => damageDelivered({ attempts: [] }),
    'a delivery that is delivered with an answer of 500': () =>
      damageDelivered({ attempts: [makeAttempt(ready, 500)] }),
    'a pending delivery without an attempt to come': () => damageDelivered({ status: 'pending' }),
    'a delivery with ten attempts': () => damagePending({ attempts: Array(10).fill(makeAttempt(ready, 500)) }),
    'a delivery that cannot be read': async () => {
      const { pk, sk } = toDeliveryKey(world.webhooks.pending)
      await changeRow(table, { pk, sk }, { attempts: 'many' })
      return [['malformed_row', `${pk} ${sk}`]]
    },
    'a delivery under another key': async () => {
      const { pk } = toDeliveryKey(world.webhooks.delivered)
      const sk = `dlv_${makeUlid(ready)}`
      await putRows(table, [{ ...world.webhooks.delivered, pk, sk }])
      return [['misplaced_row', `${pk} ${sk}`]]
    },
    'a delivery to a webhook that is gone, which only a scan finds': async () => {
      const { goneId, late } = world.webhooks
      await changeRow(table, keys.delivery(companyId, goneId, late.id), { status: 'failed' })
      expect(await find(false)).toEqual([])
      return [['wrong_delivery', late.id]]
    },
    'the event of a pending delivery': async () => {
      await deleteRow(table, keys.webhookEvent(companyId, world.webhooks.pending.event_id))
      return [['wrong_delivery', world.webhooks.pending.id]]
    },
    'the body of an event': async () => {
      const { pk, sk } = keys.webhookEvent(companyId, world.webhooks.delivered.event_id)
      await changeRow(table, { pk, sk }, { body: '{"id":"evt_' })
      return [['malformed_row', `${pk} ${sk}`]]
    },
    'an event with the body of another': async () => {
      const { pk, sk } = keys.webhookEvent(companyId, world.webhooks.delivered.event_id)
      await changeRow(table, { pk, sk }, { body: JSON.stringify({ id: 'evt_other', type: 'item.created' }) })
      return [['misplaced_row', `${pk} ${sk}`]]
    },
    'a delivery that is due, and is gone': async () => {
      await deleteRow(table, toDeliveryKey(world.webhooks.pending))
      return [['wrong_delivery', world.webhooks.pending.id]]
    },
    'an attempt that is due after others that were not made': async () => {
      await changeRow(table, toDeliveryKey(world.webhooks.pending), { attempts: [makeAttempt(ready, 500)] })
      return [['wrong_delivery', world.webhooks.pending.id]]
    },
    'what is due, in a partition that is never read': async () => {
      const key = { pk: 'DUEDELIVERIES#9', sk: findDue().sk }
      await putRows(table, [{ ...findDue(), ...key }])
      return [['unknown_row', `${key.pk} ${key.sk}`]]
    },
    'what is due, at another time than its key says': async () => {
      const { pk, sk } = toKey(findDue())
      await changeRow(table, { pk, sk }, { at: ready })
      return [['misplaced_row', `${pk} ${sk}`]]
    },
    'what is due, unreadable': async () => {
      const { pk, sk } = toKey(findDue())
      await changeRow(table, { pk, sk }, { attempt: 'next' })
      return [['malformed_row', `${pk} ${sk}`]]
    },

    'the row of a key by its hash': async () => {
      const [hash = ''] = await readHashes(table, companyId)
      await deleteRow(table, keys.principal(hash))
      return [['wrong_key', world.keyId]]
    },
    'the row of a key by its id': async () => {
      await deleteRow(table, keys.principalById(world.keyId))
      return [['wrong_key', world.keyId]]
    },
    'the row of a key of its company': async () => {
      await deleteRow(table, keys.principalOfCompany(companyId, world.keyId))
      return [['wrong_key', world.keyId]]
    },
    'the limits of a key': async () => {
      const [hash = ''] = await readHashes(table, companyId)
      await changeRow(table, keys.principal(hash), { minute_limit: 7 })
      return [['wrong_key', world.keyId]]
    },
    'keys, people and webhooks that are not suspended with their company': async () => {
      await changeRow(table, keys.company(companyId), { suspended_at: ready })
      const people = await readPeople(table, companyId)
      expect(people).toHaveLength(2)
      return [
        ['wrong_key', world.keyId],
        ...people.map(({ id }): Found[number] => ['wrong_person', id]),
        ['wrong_webhook', world.webhooks.webhookId],
        ['wrong_webhook', world.webhooks.disabledId],
      ]
    },
    'a company that is missing in its plan': async () => {
      await deleteRow(table, keys.companyOfPlan('enterprise', companyId))
      return [['wrong_company', companyId]]
    },
    'a company that cannot be read': async () => {
      await changeRow(table, keys.company(companyId), { plan: 'gold' })
      return [
        ['malformed_row', companyId],
        ['wrong_company', companyId],
      ]
    },

    'a counter of the company': async () => {
      await changeRow(table, keys.company(companyId), { snapshots: 'many' })
      return [
        ['malformed_row', companyId],
        ['wrong_company', companyId],
      ]
    },
    'rows that must stay, and would expire': async () => {
      const [hash = ''] = await readHashes(table, companyId)
      const rows = [
        keys.item(companyId, world.item.id),
        keys.sku(companyId, 'OFTEN'),
        keys.order(companyId, world.order.id),
        keys.receipt(companyId, world.order.id, world.order.receipts[0]?.id ?? ''),
        keys.company(companyId),
        keys.principal(hash),
        keys.principalOfCompany(companyId, world.keyId),
        keys.webhook(companyId, world.webhooks.webhookId),
        keys.webhookCount(companyId),
        toKey(findDue()),
      ]
      for (const key of rows) await changeRow(table, key, { expires_at: Math.ceil(ready / 1_000) + 86_400 })
      return rows.map(({ pk, sk }) => ['expiring_row', `${pk} ${sk}`])
    },
    'a row of a key under another sort key': async () => {
      const [hash = ''] = await readHashes(table, companyId)
      const row = before.find(({ pk }) => pk === keys.principal(hash).pk)
      await putRows(table, [{ ...row, sk: 'OTHER' }])
      return [['unknown_row', `${keys.principal(hash).pk} OTHER`]]
    },
    'a row of an unknown kind': async () => {
      const key = { pk: `WIDGETS#${companyId}`, sk: '1' }
      await putRows(table, [key, { pk: 'WIDGETS#cmp_other', sk: '1' }])
      return [['unknown_row', `${key.pk} ${key.sk}`]]
    },
    'an item in a partition that is never read': async () => {
      const { id, ...item } = (await findItem(table, companyId, world.item.id)) ?? world.item
      const key = { pk: `ITEMS#${companyId}#9`, sk: id }
      await putRows(table, [{ ...key, id, ...item }])
      return [['unknown_row', `${key.pk} ${key.sk}`]]
    },
    'an item in the partition of others': async () => {
      const { pk } = keys.item(companyId, world.item.id)
      const other = pk.endsWith('#0') ? `ITEMS#${companyId}#1` : `ITEMS#${companyId}#0`
      await putRows(table, [{ pk: other, sk: world.item.id, ...(await findItem(table, companyId, world.item.id)) }])
      return [['misplaced_row', `${other} ${world.item.id}`]]
    },
  }

  // `npm test` takes a few, others each time.
  const all = Object.entries(damages)
  const some = chooseCases(all, 1, chooseSeed())
  test.each(some)('%s is found, and nothing else', async (_, damage) => {
    const expected = await damage()
    expect((await find()).sort()).toEqual(expected.sort())
    if (chooseSize({ quick: false, thorough: true })) expect((await findAmongAll()).sort()).toEqual(expected.sort())
  })
})

describe('what is no damage', () => {
  afterEach(repair)

  rehearse('an item that was purged, before and after its row is deleted', async () => {
    engine.setTime(ready + 31 * dayMs)
    expect((await verify()).findings).toEqual([])
    for (const row of before)
      if (Number(row.expires_at) * 1_000 <= ready + 31 * dayMs) await deleteRow(table, toKey(row))
    expect((await verify()).findings).toEqual([])
  })

  rehearse('log rows that have expired after seven years: the transactions stay', async () => {
    engine.setTime(ready + 8 * 366 * dayMs)
    for (const row of before) if (row.expires_at !== undefined) await deleteRow(table, toKey(row))
    expect((await verify()).findings).toEqual([])
  })

  rehearse('deliveries that are due for more than a day: the report says so', async () => {
    const { webhookId, pending } = world.webhooks
    engine.setTime(Number(pending.next_attempt) + dayMs + 1)
    const { findings, notes } = await verify()
    expect(findings).toEqual([])
    expect(notes).toContain(`Deliveries to ${webhookId} that are due for more than a day, and still pending: 1.`)
  })

  rehearse('days that are over and not counted, and a base that is too old', async () => {
    engine.setTime(ready + 6.5 * dayMs)
    const { findings, notes } = await verify()
    expect(findings).toEqual([])
    expect(notes).toContainEqual(expect.stringMatching(/^\d days are over and not counted, from 2026-03-15 on/))
    expect(notes).toContainEqual(expect.stringMatching(/^The base of items is so old that no list uses it/))
  })
})

/** Writes only what differs: it is much faster than to write all rows. */
async function repair(): Promise<void> {
  engine.setTime(ready)
  const found = await scanTable(table)
  const unchanged = new Set(found.map(formatRow))
  const wanted = new Set(before.map(formatKey))
  await putRows(
    table,
    before.filter((row) => !unchanged.has(formatRow(row))),
  )
  for (const row of found) if (!wanted.has(formatKey(row))) await deleteRow(table, toKey(row))
}

function toKey({ pk, sk }: Row) {
  return { pk: String(pk), sk: String(sk) }
}

function findDue(): Row {
  return before.find(({ sk }) => String(sk).endsWith(`#${world.webhooks.pending.id}`)) as Row
}

function toDeliveryKey({ id }: { id: string }) {
  return keys.delivery(companyId, world.webhooks.webhookId, id)
}

async function damagePending(fields: Row): Promise<Found> {
  const { pending } = world.webhooks
  await changeRow(table, toDeliveryKey(pending), fields)
  return [['wrong_delivery', pending.id]]
}

async function damageDelivered(fields: Row): Promise<Found> {
  const { delivered } = world.webhooks
  await changeRow(table, toDeliveryKey(delivered), fields)
  return [['wrong_delivery', delivered.id]]
}

function findRevision(rev: number): Row {
  return log.find((row) => row.item_id === world.item.id && row.rev === rev) as Row
}

async function loseRevision(rev: number): Promise<Found> {
  await deleteRow(table, toKey(findRevision(rev)))
  return [['missing_log_row', world.item.id]]
}

async function loseChunk(base: BaseName): Promise<Found> {
  const head = await findHead(table, companyId, base)
  await deleteRow(table, keys.chunk(head?.base ?? '', 0))
  return [['damaged_base', base]]
}

async function putDays(days: Awaited<ReturnType<typeof readDayCounts>>): Promise<void> {
  const packed = packParts(days)
  await putRows(table, [{ ...keys.logMonth(companyId, '2026-03'), format: 2, days: days.length, packed }])
}

async function damageBlock(at: number): Promise<Found> {
  const pages = await readBlockPages(table, companyId, { from: '0' })
  const page = pages.filter(({ blocks }) => blocks.length > 0).at(at)
  const [block] = page?.blocks ?? []
  if (!page || !block) throw new Error('there is no block')
  const [name = ''] = Object.keys(block.counts)
  block.counts[name] = (block.counts[name] ?? 0) - 1
  await putBlockPage(table, companyId, page, { replace: true })
  return [['wrong_count', `block through ${block.end}`]]
}

/** Replaces the base of the items. It has all items but BULK, and `more`. Without deltas. */
async function putBase(more: NonNullable<Awaited<ReturnType<typeof findItem>>>[]): Promise<void> {
  const rows = before.filter(({ pk }) => String(pk).startsWith(`ITEMS#${companyId}`))
  const found = await Promise.all(rows.map(({ id }) => findItem(table, companyId, String(id))))
  const kept = found.flatMap((item) => (item && item.id !== world.bulk.id ? [item] : []))
  const items = [...kept, ...more].sort((a, b) => (a.id < b.id ? -1 : 1))
  const through = ready - 60_000
  const chunkSet = { companyId, name: makeUlid(ready), expiresAt: ready + dayMs }
  const { name, chunks } = await writeSegments(table, chunkSet, Segments.of(itemKind, items))
  const head = { base: name, chunks, rows: items.length, watermark: through, created_at: through, deltas: [], through }
  await putRows(table, [{ ...keys.catalogue(companyId, 'HEAD'), ...head }])
}
