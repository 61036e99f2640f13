import type { FindingCode } from '../../../admin/verification/inspection'
import { makeEmailKey } from '../../../functions/store/companies/email-row'
import { readPeople } from '../../../functions/store/companies/person-row'
import { makeLogKey } from '../../../functions/store/log/log-row'
import { keys, type Row } from '../../../functions/store/table/schema'
import { makeUlid } from '../../../functions/store/time/ulids'
import { changeRow, deleteRow } from '../../support/damage'
import { ready } from '../../support/damaged-company'
import { putRows } from '../../support/put-rows'
import { type Damages, type Found, find, findRow, putStray, toFound, toKey, type World } from './world'

async function copyReceipt({ table, companyId, order }: World, id: string, code: FindingCode): Promise<Found> {
  const [receipt] = order.receipts
  await putRows(table, [{ ...receipt, ...keys.receipt(companyId, id, receipt?.id ?? ''), order_id: id }])
  return [[code, id]]
}

/** Rows that should not be there, or not there alone. */
export const strayRows: Damages = {
  'a reversed transaction that does not say so': async ({ table, companyId, log }) => {
    const { reversal_of } = log.find((row) => row.reversal_of !== undefined) as Row
    const key = makeLogKey(keys.log(companyId, '', 0).pk, String(reversal_of))
    const { reversed_by: _, ...unmarked } = log.find(({ sk }) => sk === key.sk) as Row
    await putRows(table, [unmarked])
    return [['torn_reversal', String(reversal_of)]]
  },
  'a row of the log whose key has no time': putStray('malformed_row', ({ log, item }) => ({
    ...log.find(({ item_id }) => item_id === item.id),
    sk: 'ZZ',
  })),
  'the ledger of a delivery': async ({ table, log, order, bulk }) => {
    const row = log.findLast(({ order_id, type }) => order_id === order.id && type) as Row
    await deleteRow(table, toKey(row))
    const transaction = String(row.sk).slice(0, 26)
    return toFound({ missing_log_row: bulk.id, torn_order: order.id, incomplete_transaction: transaction })
  },

  'a SKU guard that names another item': async ({ table, at, bulk }) => {
    await putRows(table, [{ ...at.sku, item_id: bulk.id }])
    return toFound({ missing_sku_guard: 'OFTEN', orphan_sku_guard: 'OFTEN' })
  },
  'a SKU that two live items have': async (world) => {
    const id = `itm_${makeUlid(ready)}`
    await putRows(world.table, [{ ...findRow(world, world.at.item), ...keys.item(world.companyId, id), id }])
    return toFound({ missing_log_row: id, missing_sku_guard: 'OFTEN' })
  },
  'an orphan SKU guard of an item in trash': async (world) => {
    const { item_id } = world.log.find(({ sku }) => sku === 'TRASH') as Row
    await putRows(world.table, [{ ...keys.sku(world.companyId, 'TRASH'), item_id }])
    expect(await find(world, false)).toEqual([['orphan_sku_guard', 'TRASH']])
    return [['orphan_sku_guard', 'TRASH']]
  },
  'a SKU guard that names nothing': async ({ table, companyId }) => {
    await putRows(table, [{ ...keys.sku(companyId, 'EMPTY'), item_id: '' }])
    return [['malformed_row', 'EMPTY']]
  },
  'an orphan SKU guard that only a scan finds': async (world) => {
    const guard = { ...keys.sku(world.companyId, 'GHOST#1'), item_id: 'itm_01KKGYNZG0VGAQ5T675VWXGJQ6' }
    await putRows(world.table, [guard])
    expect(await find(world, false)).toEqual([])
    return [['orphan_sku_guard', 'GHOST#1']]
  },
  'an item in a partition that is never read': putStray('unknown_row', async (world) => ({
    ...findRow(world, world.at.item),
    ...{ pk: `ITEMS#${world.companyId}#9`, sk: world.item.id },
  })),
  'an item in the partition of others': putStray('misplaced_row', async (world) => ({
    ...findRow(world, world.at.item),
    ...{ pk: `ITEMS#${world.companyId}#${world.at.item.pk.endsWith('#0') ? 1 : 0}`, sk: world.item.id },
  })),

  'a receipt of an order that nobody knows': (world) => copyReceipt(world, `po_${makeUlid(ready)}`, 'orphan_receipt'),
  'a receipt of an order that has received nothing': (world) =>
    copyReceipt(world, String(world.before.find(({ status }) => status === 'draft')?.id), 'torn_order'),

  'a webhook under another key': putStray('misplaced_row', async (world) => {
    await deleteRow(world.table, world.at.disabled)
    return { ...findRow(world, world.at.disabled), sk: 'whk_other' }
  }),
  'a delivery under another key': putStray('misplaced_row', ({ webhooks, at }) => ({
    ...webhooks.delivered,
    ...{ pk: at.delivered.pk, sk: `dlv_${makeUlid(ready)}` },
  })),
  'a delivery to a webhook that is gone, which only a scan finds': async (world) => {
    const { goneId, late } = world.webhooks
    await changeRow(world.table, keys.delivery(world.companyId, goneId, late.id), { status: 'failed' })
    expect(await find(world, false)).toEqual([])
    return [['wrong_delivery', late.id]]
  },
  'what is due, in a partition that is never read': putStray('unknown_row', (world) => ({
    ...findRow(world, world.at.due),
    pk: 'DUEDELIVERIES#9',
  })),
  'an address of somebody else': async ({ table, companyId, keyId }) => {
    const email = `${keyId}@example.com`.toLowerCase()
    const [person] = (await readPeople(table, companyId)).filter((each) => each.email === email)
    await changeRow(table, makeEmailKey(email, companyId), { id: 'usr_other' })
    return [
      ['wrong_person', String(person?.id)],
      ['wrong_person', 'usr_other'],
    ]
  },
  'a row of a key under another sort key': putStray('unknown_row', (world) => ({
    ...findRow(world, world.at.key),
    sk: 'OTHER',
  })),
  'a row of an unknown kind': putStray('unknown_row', async ({ table, companyId }) => {
    await putRows(table, [{ pk: 'WIDGETS#cmp_other', sk: '1' }])
    return { pk: `WIDGETS#${companyId}`, sk: '1' }
  }),
}
