import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { restoreItem, trashItem, updateItem } from '../../functions/domain/item'
import { queryAll } from '../../functions/store/client'
import { addItem, changeItem } from '../../functions/store/items/item-changes'
import { getItem, getLiveItem, listItems } from '../../functions/store/items/items'
import { keys, resourceOf } from '../../functions/store/schema'
import { bolt, caller, noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

let companies = 0
const someone = () => caller(`cmp_${companies++}`)
const everything = { limit: 100, offset: 0, sort: 'created_at' } as const
const logOf = (companyId: string) =>
  queryAll(engine.table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `LOG#${companyId}` },
  })
const remove = (who: ReturnType<typeof caller>, id: string) =>
  changeItem(engine.table, who, getLiveItem, id, (item, at) => trashItem(item, who.userId, at))
const restore = (who: ReturnType<typeof caller>, id: string, sku?: string) =>
  changeItem(engine.table, who, getItem, id, (item, at) => restoreItem(item, sku, at))

test('every change has its log row in the same transaction, with the ledger’s columns where stock moved', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, { ...bolt, quantity: 100 })
  await changeItem(engine.table, who, getLiveItem, id, (item, at) =>
    updateItem(item, { quantity: 90, location: 'A' }, at),
  )
  await remove(who, id)
  await restore(who, id)
  const log = await logOf(who.companyId)
  expect(
    log.map(({ action, type, sequence, quantity_change, quantity_before, quantity_after, rev, n }) => [
      action,
      type,
      sequence,
      quantity_change,
      quantity_before,
      quantity_after,
      rev,
      n,
    ]),
  ).toEqual([
    ['create', 'initial', 1, 100, 0, 100, 1, 1],
    ['update', 'direct_update', 2, -10, 100, 90, 2, 1],
    ['delete', undefined, undefined, undefined, undefined, undefined, 3, 1],
    ['restore', undefined, undefined, undefined, undefined, undefined, 4, 1],
  ])
  expect(log.map((row) => row.expires_at !== undefined)).toEqual([false, false, true, true])
  expect(log[1]?.changes).toEqual({ quantity: [100, 90], location: [null, 'A'] })
  const ofItem = await queryAll(engine.table, {
    IndexName: 'by_resource',
    ConsistentRead: false,
    KeyConditionExpression: '#resource = :resource',
    ExpressionAttributeNames: { '#resource': 'resource' },
    ExpressionAttributeValues: { ':resource': resourceOf('item', who.companyId, id) },
  })
  expect(ofItem).toEqual(log)
})

test('50 creates of one SKU at once: one item, one guard, one log row', async () => {
  const who = someone()
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => addItem(engine.table, who, bolt)))
  const refused = tried.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(49).fill('sku_already_exists'))
  expect((await listItems(engine.table, who.companyId, everything)).total).toBe(1)
  expect(await logOf(who.companyId)).toHaveLength(1)
})

test('30 updates of one item at once all take effect, one after the other', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, bolt)
  const addOne = () =>
    changeItem(engine.table, who, getLiveItem, id, (item, at) => updateItem(item, { quantity: item.quantity + 1 }, at))
  await Promise.all(Array.from({ length: 30 }, addOne))
  expect(await getItem(engine.table, who.companyId, id)).toMatchObject({ quantity: 30, sequence: 30, rev: 31 })
  const log = await logOf(who.companyId)
  expect(log.slice(1).map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

test('the SKU of a trashed item is free at once, and its restore is refused until another is given', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, bolt)
  await remove(who, id)
  await addItem(engine.table, who, bolt)
  await expect(restore(who, id)).rejects.toMatchObject({ code: 'sku_already_exists', field: 'sku' })
  expect((await restore(who, id, 'B-2')).item).toMatchObject({ id, sku: 'B-2', deleted_at: null })
})

test('a restored item no longer expires', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, bolt)
  const row = async () =>
    (await engine.table.db.send(new GetCommand({ TableName: engine.table.name, Key: keys.item(who.companyId, id) })))
      .Item
  await remove(who, id)
  expect((await row())?.expires_at).toBe(noon / 1_000 + 30 * 86_400 + 1)
  await restore(who, id)
  expect(await row()).not.toHaveProperty('expires_at')
})

test('after 30 days in trash an item is gone, whether or not its row has been swept', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, bolt)
  const { item } = await remove(who, id)
  const purge = Date.parse(item.deleted_at ?? '') + 30 * 86_400_000
  engine.setTime(purge - 1)
  expect(
    (await listItems(engine.table, who.companyId, { limit: 1, offset: 0, sort: '-deleted_at' }, 'trash')).total,
  ).toBe(1)
  engine.setTime(purge)
  expect(
    (await listItems(engine.table, who.companyId, { limit: 1, offset: 0, sort: '-deleted_at' }, 'trash')).total,
  ).toBe(0)
  await expect(restore(who, id)).rejects.toMatchObject({ code: 'item_not_found' })
})

test('a change bears a later time than the one before, though the clock was put back', async () => {
  const who = someone()
  const { id } = await addItem(engine.table, who, bolt)
  engine.setTime(noon - 5_000)
  const { item } = await changeItem(engine.table, who, getLiveItem, id, (current, at) =>
    updateItem(current, { name: 'Nut' }, at),
  )
  expect(Date.parse(item.updated_at)).toBe(noon + 1)
})
