import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { readChunkNames } from '../../admin/table/chunk-names'
import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { itemsSource, readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { liveItems } from '../../functions/catalogue/items/item-layout'
import { readBase, writeBase } from '../../functions/catalogue/replica/base'
import { DeltaWriter } from '../../functions/catalogue/replica/delta'
import { dayMs } from '../../functions/domain/time'
import { findHead } from '../../functions/store/catalogue/head'
import { readLog } from '../../functions/store/log/log-reader'
import { keys } from '../../functions/store/table/schema'
import { collectPages, findRow } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { damageChunk } from '../support/damage'
import { makeDyingTable } from '../support/dying'
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
  return { ...shop, ids: stocked.map(({ id }) => id), extend, list, head, rename }
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
    expect(hot.map(({ quantity }) => quantity)).toEqual(Array(10).fill(200))
  },
)

test('deltas are merged when there are eight of about the same size', async () => {
  const { ids, updateItem, extend, list, head } = await openShopWithBase(60)
  const sizes: number[][] = []
  for (let round = 0; round < 10; round++) {
    for (const id of ids.slice(round * 2, round * 2 + 2)) await updateItem(id, { name: `Nut ${round}` })
    engine.setTime(noon + (round + 1) * minute)
    await extend()
    sizes.push((await head())?.deltas.map(({ rows }) => rows) ?? [])
  }
  expect(sizes[7]).toEqual(Array(8).fill(2))
  expect(sizes[8]).toEqual([18])
  expect(sizes[9]).toEqual([18, 2])
  const names = (await list()).map(({ name }) => name).filter((name) => name.startsWith('Nut'))
  expect(names.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `Nut ${n >> 1}`))
})

rehearse('a base is made anew when its deltas have more than half of its rows', async () => {
  const { companyId, extend, head, list } = await openShopWithBase(1_900)
  const made = await head()
  engine.setTime(noon + 10 * minute)
  await stockUp(engine.table, companyId, 2_001, { since: noon + minute, quantity: () => 1, from: 2_000 })
  await extend()
  expect(await head()).toMatchObject({ base: made?.base, deltas: [{ rows: 2_001 }] })
  engine.setTime(noon + 20 * minute)
  expect(await extend()).toEqual(['items'])
  expect(await head()).toMatchObject({ rows: 3_901, deltas: [] })
  expect(await list()).toHaveLength(3_901)
})

rehearse(
  'an import is written in parts: those before a compaction died are of use, and the next one writes the rest',
  async () => {
    const { companyId, rename, extend, head, list } = await openShopWithBase(60)
    await stockUp(engine.table, companyId, 5_000, { since: noon, quantity: () => 1, from: 60 })
    engine.setTime(noon + minute)
    await rename('Nut')
    engine.setTime(noon + 2 * minute)
    const dying = makeDyingTable(engine.table, 1, {
      arrives: true,
      counts: (command) => command instanceof PutCommand && command.input.Item?.base !== undefined,
    })
    const plan = await planCompaction(engine.table, companyId, null)
    await expect(compact(dying, companyId, plan, 1_000)).rejects.toThrow('killed')
    const [part, ...others] = (await head())?.deltas ?? []
    expect(others).toEqual([])
    expect(part?.rows).toBeGreaterThanOrEqual(1_000)
    expect(part?.rows).toBeLessThan(4_000)
    expect(await list()).toHaveLength(5_060)
    await extend()
    expect(await head()).toMatchObject({ through: noon + 2 * minute, deltas: [part, {}] })
    const listed = await list()
    expect(listed).toHaveLength(5_060)
    expect(listed[0]?.name).toBe('Nut')
  },
)

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
  expect([await plan('items'), await plan('orders')]).toMatchObject([{ rebuilt: [] }, { rebuilt: ['orders'] }])
  engine.setTime(noon + 20_000)
  expect((await plan()).extended).toHaveLength(1)
  expect(await extend()).toEqual(['items'])
  expect(await plan()).toEqual({ rebuilt: [], extended: [] })
  engine.setTime(noon + 6 * dayMs + 1)
  expect(await plan()).toEqual({ rebuilt: ['items'], extended: [] })
})

rehearse('a base is of no use where the rows cost at most 100 units: none is made', async () => {
  const { companyId } = await openShop(engine.table)
  await stockUp(engine.table, companyId, 1_000, { since: noon - dayMs, quantity: () => 1 })
  const make = async () => compact(engine.table, companyId, await planCompaction(engine.table, companyId, 'items'))
  expect(await make()).toEqual([])
  expect(await findHead(engine.table, companyId, 'items')).toBeNull()
  await stockUp(engine.table, companyId, 1_000, { since: noon - dayMs, quantity: () => 1, from: 1_000 })
  expect(await make()).toEqual(['items'])
})

test('a base that is there is made anew, however few its rows have become', async () => {
  const { companyId, head } = await openShopWithBase(3)
  const before = await head()
  engine.setTime(noon + minute)
  const made = await writeBase(engine.table, companyId, itemsSource, 100)
  expect(made?.base).not.toBe(before?.base)
  expect(await head()).toEqual(made)
})

test('a delta of a base that was replaced meanwhile is dropped', async () => {
  const { companyId, rename, head, list } = await openShopWithBase(3)
  const seen = await head()
  if (!seen) throw new Error('there is no base')
  const writer = new DeltaWriter(itemsSource, seen)
  engine.setTime(noon + minute)
  await rename('Nut')
  const fresh = await rebuild(engine.table, companyId, 'items')
  expect(await writer.write(engine.table, companyId, noon + minute)).toBe(false)
  expect(await head()).toEqual(fresh)
  expect((await list())[0]?.name).toBe('Nut')
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
