import { toEvents } from '../../functions/store/log/events'
import type { LogRow, MovementLogRow } from '../../functions/store/log/log-row'
import { getOwner } from '../../functions/store/table/row-kinds'
import { keys } from '../../functions/store/table/schema'
import { makeLogRow } from '../support/log-rows'
import { noon } from '../support/table'

const acme = 'cmp_01K00000000000000000000001'
const other = 'cmp_01K00000000000000000000002'
const of = (companyId: string) => ({ companyId })

test('each kind of row tells its company: by the exact part of a key, or by an attribute', () => {
  const rows = [
    keys.company(acme),
    keys.companyOfPlan('starter', acme),
    keys.principalOfCompany(acme, 'key_1'),
    keys.jobOfCompany(acme, '01K'),
    keys.item(acme, 'itm_1'),
    keys.sku(acme, 'S'),
    keys.log(acme, '01K', 0),
    keys.logMonth(acme, '2026-03'),
    keys.logBlocks(acme, '2026-03-14', 0),
    keys.order(acme, 'po_1'),
    keys.receipt(acme, 'po_1', 'rcp_1'),
    keys.catalogue(acme, 'ITEMS'),
    keys.snapshot(acme, 'snp_1'),
    keys.restore(acme, 'rst_1'),
    keys.restoreLock(acme),
    keys.idempotency(acme, 'k', null),
    keys.idempotency(acme, 'k', 7),
    keys.webhook(acme, 'whk_1'),
    keys.webhookCount(acme),
    keys.webhookEvent(acme, 'evt_1'),
    keys.delivery(acme, 'whk_1', 'dlv_1'),
    { ...keys.dueDelivery('dlv_1', 1_773_489_600_000), company_id: acme },
    { ...keys.principal('hash'), company_id: acme },
    { ...keys.principalById('key_1'), company_id: acme },
    { ...keys.chunk('01K', 0), company_id: acme },
  ]
  for (const row of rows) expect([row.pk, getOwner(row)]).toEqual([row.pk, of(acme)])
})

test('what a client chooses never makes a row another company’s: ids in SKUs and idempotency keys, and prefixes', () => {
  for (const text of [other, `#${other}#`, `COMPANY#${other}`, '#', '##']) {
    expect(getOwner(keys.sku(acme, text))).toEqual(of(acme))
    expect(getOwner(keys.idempotency(acme, text, 1))).toEqual(of(acme))
  }
  expect(getOwner(keys.item(`${acme}2`, 'itm_1'))).toEqual(of(`${acme}2`))
})

test('a row that must name its company, and does not, is an error', () => {
  const due = keys.dueDelivery('dlv_1', 1_773_489_600_000)
  const chunk = { ...keys.chunk('01K', 0), company_id: 7 }
  for (const row of [keys.principal('hash'), keys.principalById('key_1'), due, chunk])
    expect(() => getOwner(row)).toThrow('names no company')
})

test('the check value of the master key is of the stack, and of no company', () => {
  expect(getOwner(keys.webhookKey())).toEqual({ stack: true })
  expect(getOwner({ ...keys.webhookKey(), company_id: acme })).toEqual({ stack: true })
})

test.each(['WEBHOOK#1', 'COMPANYX#1', 'toString#1', 'COMPANY', '', '#'])('the partition %j is of nobody', (pk) => {
  expect(() => getOwner({ pk, sk: 'x' })).toThrow(/unknown kind|names nobody/)
})

// What a log row says, verb by verb. An item of these tests is low below 5.

type After = { quantity: number; point?: number | null; trashed?: boolean }

type Changed = Partial<MovementLogRow> | Partial<Exclude<LogRow, MovementLogRow>>

function makeRow(fields: Changed, { quantity, point = 5, trashed = false }: After): LogRow {
  const stored = ['Bolt', 'SKU-1', quantity, null, null, point, noon, noon, trashed ? noon : null, null, 1]
  const { type, changes, quantity_before, ...row } = makeLogRow('cmp_1', { at: noon, action: 'update', type: 'issue' })
  return { ...row, ...fields, after: JSON.stringify(stored) } as LogRow
}

const moved = (before: number) => ({ type: 'issue', quantity_before: before }) as const
const changed = (changes: LogRow['changes']) => ({ changes })
const bySnapshot = { action: 'restore', snapshot_id: 'snp_1' } as const

test.each<[what: string, row: Changed, after: After, types: string[]]>([
  ['created below its point', { action: 'create' }, { quantity: 4 }, ['created', 'low_stock']],
  ['created at its point', { action: 'create' }, { quantity: 5 }, ['created']],
  ['created without a point', { action: 'create' }, { quantity: 0, point: null }, ['created']],
  ['moved below', moved(5), { quantity: 4 }, ['stock_changed', 'low_stock']],
  ['moved further below', moved(4), { quantity: 3 }, ['stock_changed']],
  ['moved up to it', moved(4), { quantity: 5 }, ['stock_changed', 'restocked']],
  ['given a point', changed({ reorder_point: [null, 5] }), { quantity: 4 }, ['updated', 'low_stock']],
  ['relieved of it', changed({ reorder_point: [5, null] }), { quantity: 4, point: null }, ['updated', 'restocked']],
  [
    'set to a quantity and a point, both at once, of which neither alone would cross',
    { ...moved(9), ...changed({ quantity: [9, 8], reorder_point: [5, 9] }) },
    { quantity: 8, point: 9 },
    ['stock_changed', 'low_stock'],
  ],
  ['trashed while low', { action: 'delete' }, { quantity: 4, trashed: true }, ['deleted', 'restocked']],
  ['trashed while not low', { action: 'delete' }, { quantity: 5, trashed: true }, ['deleted']],
  ['restored from trash, low', { action: 'restore' }, { quantity: 4 }, ['restored', 'low_stock']],
  ['changed by a snapshot’s restore', { ...bySnapshot, ...moved(9) }, { quantity: 4 }, ['restored', 'low_stock']],
  ['low before and after a snapshot’s restore', { ...bySnapshot, ...moved(3) }, { quantity: 4 }, ['restored']],
  [
    'brought back by a snapshot’s restore',
    { ...bySnapshot, revived: true },
    { quantity: 4 },
    ['restored', 'low_stock'],
  ],
])('an item that is %s', (_, fields, after, types) => {
  expect(toEvents(makeRow(fields, after)).map(({ type }) => type)).toEqual(types.map((type) => `item.${type}`))
})

test('the fields before a change come in one order, whatever the row’s is', () => {
  const changes = [
    ['name', ['a', 'b']],
    ['line_items[10].notes', [null, 'x']],
    ['line_items[2].notes', [null, 'x']],
  ]
  const row = { ...makeLogRow('cmp_1', { at: noon }), action: 'update' } as const
  for (const some of [changes, changes.toReversed()]) {
    const [event] = toEvents({ ...row, changes: Object.fromEntries(some) })
    expect(Object.keys(event?.data.previous ?? {})).toEqual(['line_items[2].notes', 'line_items[10].notes', 'name'])
  }
})
