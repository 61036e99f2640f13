import { updateItem } from '../../functions/domain/items/item'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { findRow, queryAll } from '../../functions/store/client'
import { keys, makeResource } from '../../functions/store/schema'
import { rehearse } from '../support/rehearse'
import { openShop, type Shop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()
let shop: Shop
beforeEach(async () => {
  shop = await openShop(engine.table)
})

const everything = { limit: 100, offset: 0, sort: 'created_at' } as const

test('every change has its log row in the same transaction, with the ledger’s columns where stock moved', async () => {
  const { id } = await shop.createItem({ quantity: 100 })
  await shop.updateItem(id, { quantity: 90, location: 'A' })
  await shop.deleteItem(id)
  await shop.restoreItem(id)
  const log = await shop.log()
  const ofLedger = ['type', 'sequence', 'quantity_change', 'quantity_before', 'quantity_after'] as const
  expect(log.map((row) => [row.action, row.rev, row.n, ...ofLedger.map((name) => row[name])])).toEqual([
    ['create', 1, 1, 'initial', 1, 100, 0, 100],
    ['update', 2, 1, 'direct_update', 2, -10, 100, 90],
    ['delete', 3, 1, ...ofLedger.map(() => undefined)],
    ['restore', 4, 1, ...ofLedger.map(() => undefined)],
  ])
  expect(log.map((row) => row.expires_at !== undefined)).toEqual([false, false, true, true])
  expect(log[1]?.changes).toEqual({ quantity: [100, 90], location: [null, 'A'] })
  const ofItem = await queryAll(engine.table, {
    IndexName: 'by_resource',
    ConsistentRead: false,
    KeyConditionExpression: '#resource = :resource',
    ExpressionAttributeNames: { '#resource': 'resource' },
    ExpressionAttributeValues: { ':resource': makeResource('item', shop.companyId, id) },
  })
  expect(ofItem).toEqual(log)
})

test('50 creates of one SKU at once: one item, one guard, one log row', async () => {
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => shop.createItem()))
  const refused = tried.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(49).fill('sku_already_exists'))
  expect((await listItems(shop.context, everything)).total).toBe(1)
  expect(await shop.log()).toHaveLength(1)
})

rehearse('30 updates of one item at once all take effect, one after the other', async () => {
  const { id } = await shop.createItem()
  const addOne = () => shop.changeItem(id, (item, at) => updateItem(item, { quantity: item.quantity + 1 }, at))
  await Promise.all(Array.from({ length: 30 }, addOne))
  expect(await shop.getItem(id)).toMatchObject({ quantity: 30, sequence: 30, rev: 31 })
  const log = await shop.log()
  expect(log.slice(1).map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

test('the SKU of a trashed item is free at once, and its restore is refused until another is given', async () => {
  const { id } = await shop.createItem()
  await shop.deleteItem(id)
  await shop.createItem()
  await expect(shop.restoreItem(id)).rejects.toMatchObject({ code: 'sku_already_exists', field: 'sku' })
  expect((await shop.restoreItem(id, 'B-2')).item).toMatchObject({ id, sku: 'B-2', deleted_at: null })
})

test('a restored item no longer expires', async () => {
  const { id } = await shop.createItem()
  const row = () => findRow(engine.table, keys.item(shop.companyId, id))
  await shop.deleteItem(id)
  expect((await row())?.expires_at).toBe(noon / 1_000 + 30 * 86_400 + 1)
  await shop.restoreItem(id)
  expect(await row()).not.toHaveProperty('expires_at')
})

test('after 30 days in trash an item is gone, whether or not its row has been swept', async () => {
  const { id } = await shop.createItem()
  const { item } = await shop.deleteItem(id)
  const purge = Date.parse(item.deleted_at ?? '') + 30 * 86_400_000
  engine.setTime(purge - 1)
  expect((await listTrash(shop.context, { limit: 1, offset: 0 })).total).toBe(1)
  engine.setTime(purge)
  expect((await listTrash(shop.context, { limit: 1, offset: 0 })).total).toBe(0)
  await expect(shop.restoreItem(id)).rejects.toMatchObject({ code: 'item_not_found' })
})

test('a change bears a later time than the one before, though the clock was put back', async () => {
  const { id } = await shop.createItem()
  engine.setTime(noon - 5_000)
  const { item } = await shop.updateItem(id, { name: 'Nut' })
  expect(Date.parse(item.updated_at)).toBe(noon + 1)
})
