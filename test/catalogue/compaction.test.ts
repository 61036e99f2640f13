import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { readChunkNames } from '../../admin/verification/table-rows'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { itemsSource, readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { liveItems } from '../../functions/catalogue/items/item-layout'
import { readBase } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { findHead } from '../../functions/store/catalogue/head'
import { readLog } from '../../functions/store/log/log-reader'
import { keys } from '../../functions/store/table/schema'
import { collectPages, findRow } from '../../functions/store/table/table'
import { settledAfterMs } from '../../functions/store/time/timing'
import { measureCharge } from '../support/capacity'
import { damageChunk } from '../support/damage'
import { afterSends } from '../support/dying'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

const engine = useTable()

const minute = 60_000

async function openShopWithBase(items: number) {
  const shop = await openShop(engine.table)
  const stocked = await stockUp(engine.table, shop.companyId, items, { since: noon - dayMs, quantity: () => 100 })
  await rebuild(engine.table, shop.companyId, 'items')
  const extend = async () =>
    compact(engine.table, shop.companyId, await planCompaction(engine.table, shop.companyId, null))
  /** By a process with nothing in memory. */
  const list = async () => (await readItemCatalogue({ ...engine.table }, shop.companyId)).select(liveItems).listRows()
  const head = async () => findHead(engine.table, shop.companyId, 'items')
  const [first = ''] = stocked.map(({ id }) => id)
  const rename = (name: string) => shop.updateItem(first, { name })
  /** As if the deltas of the base had so many rows, and the base that many. */
  const putHead = async (deltas: number[], rows = items) => {
    const named = deltas.map((rows) => ({ name: 'none', chunks: 1, rows }))
    const key = keys.catalogue(shop.companyId, 'ITEMS')
    await putRows(engine.table, [{ ...key, ...(await head()), rows, deltas: named }])
  }
  return { ...shop, ids: stocked.map(({ id }) => id), extend, list, head, putHead, rename }
}

rehearse(
  '1 000 movements of ten items: a delta costs at most 0.3 units for each, and a cold list little more than before',
  async () => {
    const { companyId, ids, move, extend, list } = await openShopWithBase(3_000)
    engine.setTime(noon + minute)
    const before = await measureCharge(engine.table, list)
    const received = Array.from({ length: 40 }, (_, at) => ({
      ...{ type: 'receive' as const, quantity: 1, item_id: ids[at % 10] ?? '' },
    }))
    for (let n = 0; n < 25; n++) {
      engine.setTime(noon + minute + n * 1_000) // within the company's write rate
      await move(...received)
    }
    engine.setTime(noon + 2 * minute)
    const compaction = await measureCharge(engine.table, extend)
    expect(compaction.units).toBeLessThanOrEqual(300)
    const after = await measureCharge(engine.table, list)
    expect(after.units).toBeLessThanOrEqual(before.units + 2)
    const log = await collectPages(readLog(engine.table, { companyId, since: noon }, { columns: ['sk'] }))
    expect(log).toHaveLength(1_000)
    const hot = (await list()).filter(({ id }) => ids.slice(0, 10).includes(id))
    expect(hot.map(({ stock }) => stock.total)).toEqual(Array(10).fill(200))
  },
)

test('a base is made anew when its deltas have more rows than 2 000, and than half of its own', async () => {
  const { companyId, putHead } = await openShopWithBase(1)
  engine.setTime(noon + minute)
  const plan = async (rows: number, ...deltas: number[]) => {
    await putHead(deltas, rows)
    const { rebuilt, extended } = await planCompaction(engine.table, companyId, null)
    return rebuilt.length - extended.length
  }
  expect([await plan(10, 1_999, 1), await plan(10, 1_999, 2)]).toEqual([-1, 1])
  expect([await plan(5_000, 2_500), await plan(5_000, 2_500, 1)]).toEqual([-1, 1])
})

test('where a part of the log outgrows a base, it is made anew, and the others get their deltas', async () => {
  const { companyId, ids, rename, head, putHead, order } = await openShopWithBase(3)
  await rebuild(engine.table, companyId, 'orders')
  await putHead([2_000])
  await rename('Nut')
  await order([{ item_id: ids[0] ?? '', quantity_ordered: 1 }])
  engine.setTime(noon + minute)
  const plan = await planCompaction(engine.table, companyId, null)
  expect(await compact(engine.table, companyId, plan, 1)).toEqual(['items', 'orders'])
  const orders = await findHead(engine.table, companyId, 'orders')
  expect([(await head())?.deltas.length, orders?.deltas.length]).toEqual([0, 1])
})

test.each([
  [1, 3 * minute + settledAfterMs],
  [2, 10 * minute],
])('with parts of %i rows, a compaction that fails leaves what is of use', async (partRows, through) => {
  const { companyId, rename, extend, head, list } = await openShopWithBase(3)
  for (const n of [1, 2, 3]) {
    engine.setTime(noon + n * minute)
    await rename(`Nut ${n}`)
  }
  engine.setTime(noon + 10 * minute)
  let heads = 0
  const failing = afterSends(engine.table, (command) => {
    if (command instanceof PutCommand && command.input.Item?.base && heads++ === 0) throw new Error('lost')
  })
  const plan = await planCompaction(engine.table, companyId, null)
  await expect(compact(failing, companyId, plan, partRows)).rejects.toThrow('lost')
  expect(await head()).toMatchObject({ deltas: [{ rows: 1 }], through: noon + through })
  await rename('Nut 4')
  engine.setTime(noon + 11 * minute)
  await extend()
  expect(await head()).toMatchObject({ deltas: [{ rows: 1 }, { rows: 1 }], through: noon + 11 * minute })
  expect((await list())[0]?.name).toBe('Nut 4')
})

test('a delta has all that was settled since the oldest base, also what came late to it', async () => {
  const { companyId, ids, updateItem } = await openShopWithBase(2)
  const rename = (at: number, n = 0) => {
    engine.setTime(noon + at)
    return updateItem(ids[n] ?? '', { name: `Nut ${at}` })
  }
  await rename(-15_000, 1)
  engine.setTime(noon + 4_000)
  await rebuild(engine.table, companyId, 'orders')
  for (const at of [9_000, 9_001]) await rename(at)
  engine.setTime(noon + 24_000)
  await compact(engine.table, companyId, await planCompaction(engine.table, companyId, null))
  const base = await readBase(engine.table, companyId, itemsSource)
  expect(ids.map((id) => base?.catalogue.getRevision(id))).toEqual([2, 2])
})

rehearse('where an import outgrows the base, the rest of the log is not read: the base is made anew', async () => {
  const { companyId, head, list } = await openShopWithBase(60)
  await stockUp(engine.table, companyId, 12_000, { since: noon, quantity: () => 1, from: 60 })
  engine.setTime(noon + minute)
  const reading = await measureCharge(engine.table, () =>
    collectPages(readLog(engine.table, { companyId, since: noon }, { columns: ['sk'] })),
  )
  const plan = await planCompaction(engine.table, companyId, null)
  const compaction = await measureCharge(engine.table, async () =>
    expect(await compact(engine.table, companyId, plan, 1_000)).toEqual(['items']),
  )
  expect(compaction.units).toBeLessThan(reading.units)
  expect(await head()).toMatchObject({ rows: 12_060, deltas: [] })
  expect(await list()).toHaveLength(12_060)
})

test('nothing is done twice within 20 s, nor for a base that readers would not use', async () => {
  const { companyId, extend } = await openShopWithBase(10)
  const plan = (asked: 'items' | 'orders' | null = null) => planCompaction(engine.table, companyId, asked)
  const none = { rebuilt: [], extended: [] }
  expect([await plan('items'), await plan('orders')]).toEqual([none, { ...none, rebuilt: ['orders'] }])
  engine.setTime(noon + 20_000)
  expect((await plan()).extended).toHaveLength(1)
  expect(await extend()).toEqual(['items'])
  expect(await plan()).toEqual(none)
  engine.setTime(noon + 6 * dayMs + 1)
  expect(await plan()).toEqual({ rebuilt: ['items'], extended: [] })
})

test('a base is of no use where the rows cost at most 100 units: none is made', async () => {
  const { companyId } = await openShop(engine.table)
  const stocked = { since: noon - dayMs, quantity: () => 1, texts: { name: 'x'.repeat(4_000) } }
  await stockUp(engine.table, companyId, 80, stocked)
  const make = async () => compact(engine.table, companyId, await planCompaction(engine.table, companyId, 'items'))
  expect(await make()).toEqual([])
  expect(await findHead(engine.table, companyId, 'items')).toBeNull()
  await stockUp(engine.table, companyId, 20, { ...stocked, from: 80 })
  expect(await make()).toEqual(['items'])
})

test('a delta that cannot be merged, since it is damaged, has the base made anew', async () => {
  const { companyId, rename, extend, head, list } = await openShopWithBase(3)
  for (let n = 1; n <= 8; n++) {
    engine.setTime(noon + n * minute)
    await rename(`Nut ${n}`)
    engine.setTime(noon + n * minute + 30_000)
    await extend()
  }
  const [first, ...others] = (await head())?.deltas ?? []
  expect(others).toHaveLength(7)
  await damageChunk(engine.table, first?.name ?? '')
  engine.setTime(noon + 9 * minute)
  await rename('Nut 9')
  engine.setTime(noon + 10 * minute)
  expect(await extend()).toEqual(['items'])
  expect(await head()).toMatchObject({ rows: 3, deltas: [] })
  expect(await readBase(engine.table, companyId, itemsSource)).not.toBeNull()
  expect((await list())[0]?.name).toBe('Nut 9')
})

test('an erasure finds the chunks of deltas, and a base without one of them is none', async () => {
  const { companyId, rename, extend, head } = await openShopWithBase(3)
  await rename('Nut')
  engine.setTime(noon + minute)
  await extend()
  const [delta] = (await head())?.deltas ?? []
  expect(await readChunkNames(engine.table, companyId)).toContain(delta?.name)
  const Key = keys.chunk(delta?.name ?? '', 0)
  const { data, ...chunk } = (await findRow(engine.table, Key)) ?? {}
  await putRows(engine.table, [{ ...chunk, ...Key }])
  expect(await readBase(engine.table, companyId, itemsSource)).toBeNull()
})
