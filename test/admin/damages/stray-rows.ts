import { readPeople } from '../../../functions/store/companies/person-row'
import { hashEmail } from '../../../functions/store/companies/principals'
import { findItem } from '../../../functions/store/items/item-row'
import { makeLogKey } from '../../../functions/store/log/log-row'
import { keys, type Row } from '../../../functions/store/schema'
import { makeUlid } from '../../../functions/store/ulids'
import { changeRow, deleteRow } from '../../support/damage'
import { ready } from '../../support/damaged-company'
import { putRows } from '../../support/put-rows'
import { type Damages, find, nameRow, putStray, toKey } from './world'

/** Rows that should not be there, or not there alone. */
export const strayRows: Damages = {
  'a reversed transaction that does not say so': async ({ table, companyId, log }) => {
    const { reversal_of } = log.find((row) => row.reversal_of !== undefined) as Row
    const key = makeLogKey(keys.log(companyId, '', 0).pk, String(reversal_of))
    const { reversed_by: _, ...unmarked } = log.find(({ sk }) => sk === key.sk) as Row
    await putRows(table, [unmarked])
    return [['torn_reversal', String(reversal_of)]]
  },
  'a row of the log whose key has no time': (world) =>
    putStray(world, { ...world.log.find(({ item_id }) => item_id === world.item.id), sk: 'ZZ' }, 'malformed_row'),
  'the ledger of a delivery': async ({ table, log, order, bulk }) => {
    const row = log.findLast(({ order_id, type }) => order_id === order.id && type) as Row
    await deleteRow(table, toKey(row))
    return [
      ['missing_log_row', bulk.id],
      ['torn_order', order.id],
      ['incomplete_transaction', String(row.sk).slice(0, 26)],
    ]
  },

  'a SKU guard that names another item': async ({ table, at, bulk }) => {
    await putRows(table, [{ ...at.sku, item_id: bulk.id }])
    return [
      ['missing_sku_guard', 'OFTEN'],
      ['orphan_sku_guard', 'OFTEN'],
    ]
  },
  'a SKU that two live items have': async ({ table, companyId, item }) => {
    const id = `itm_${makeUlid(ready)}`
    await putRows(table, [{ ...keys.item(companyId, id), ...(await findItem(table, companyId, item.id)), id }])
    return [
      ['missing_log_row', id],
      ['missing_sku_guard', 'OFTEN'],
    ]
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
  'an item in a partition that is never read': async (world) => {
    const { table, companyId, item } = world
    const row = { ...(await findItem(table, companyId, item.id)), pk: `ITEMS#${companyId}#9`, sk: item.id }
    return putStray(world, row, 'unknown_row')
  },
  'an item in the partition of others': async (world) => {
    const { table, companyId, item, at } = world
    const pk = at.item.pk.endsWith('#0') ? `ITEMS#${companyId}#1` : `ITEMS#${companyId}#0`
    const row = { ...(await findItem(table, companyId, item.id)), pk, sk: item.id }
    return putStray(world, row, 'misplaced_row')
  },

  'a receipt of an order that nobody knows': async ({ table, companyId, order: { receipts } }) => {
    const id = `po_${makeUlid(ready)}`
    const key = keys.receipt(companyId, id, receipts[0]?.id ?? '')
    await putRows(table, [{ ...receipts[0], ...key, order_id: id }])
    return [['orphan_receipt', id]]
  },
  'a receipt of an order that has received nothing': async ({ table, companyId, before, order: { receipts } }) => {
    const id = String(before.find(({ status }) => status === 'draft')?.id)
    const key = keys.receipt(companyId, id, receipts[0]?.id ?? '')
    await putRows(table, [{ ...receipts[0], ...key, order_id: id }])
    return [['torn_order', id]]
  },

  'a webhook under another key': async (world) => {
    const row = world.before.find((each) => nameRow(each) === nameRow(world.at.disabled))
    await deleteRow(world.table, world.at.disabled)
    return putStray(world, { ...row, sk: 'whk_other' }, 'misplaced_row')
  },
  'a delivery under another key': async (world) => {
    const row = { ...world.webhooks.delivered, pk: world.at.delivered.pk, sk: `dlv_${makeUlid(ready)}` }
    return putStray(world, row, 'misplaced_row')
  },
  'a delivery to a webhook that is gone, which only a scan finds': async (world) => {
    const { goneId, late } = world.webhooks
    await changeRow(world.table, keys.delivery(world.companyId, goneId, late.id), { status: 'failed' })
    expect(await find(world, false)).toEqual([])
    return [['wrong_delivery', late.id]]
  },
  'what is due, in a partition that is never read': async (world) => {
    const row = world.before.find((each) => nameRow(each) === nameRow(world.at.due))
    return putStray(world, { ...row, pk: 'DUEDELIVERIES#9' }, 'unknown_row')
  },
  'an address of somebody else': async ({ table, companyId, keyId }) => {
    const email = `${keyId}@example.com`.toLowerCase()
    const [person] = (await readPeople(table, companyId)).filter((each) => each.email === email)
    await changeRow(table, keys.email(hashEmail(email)), { id: 'usr_other' })
    return [
      ['wrong_person', String(person?.id)],
      ['wrong_person', 'usr_other'],
    ]
  },
  'a row of a key under another sort key': async (world) => {
    const row = world.before.find(({ pk }) => pk === world.at.key.pk)
    return putStray(world, { ...row, sk: 'OTHER' }, 'unknown_row')
  },
  'a row of an unknown kind': async (world) => {
    await putRows(world.table, [{ pk: 'WIDGETS#cmp_other', sk: '1' }])
    return putStray(world, { pk: `WIDGETS#${world.companyId}`, sk: '1' }, 'unknown_row')
  },
}
