import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import { Segments } from '../../functions/catalogue/columns/segments'
import { rebuild } from '../../functions/catalogue/compaction'
import { itemsSource, readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { itemLayout } from '../../functions/catalogue/items/item-layout'
import * as bases from '../../functions/catalogue/replica/base'
import { CatalogueReplicas } from '../../functions/catalogue/replica/catalogue-replicas'
import { computePurgeTime, decideItemUpdate } from '../../functions/domain/items/item'
import { dayMs } from '../../functions/domain/time'
import { listItems, listTrash } from '../../functions/operations/items/list-items'
import { type BaseName, baseNames } from '../../functions/store/catalogue/head'
import { keys } from '../../functions/store/table/schema'
import { collectPages, type ReadUsage, type Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { damageChunk, deleteRow, stripVersion } from '../support/damage'
import { makeDyingTable } from '../support/dying'
import { makeLogRow } from '../support/log-rows'
import { makeNumberedItem, makeNumberedItems } from '../support/numbered-item'
import { putRows } from '../support/put-rows'
import { scanTable } from '../support/scan'
import { makeContext, openShop, type Shop } from '../support/shop'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })
const whole = { limit: 100, offset: 0, sort: 'created_at' } as const
const minute = 60_000
const hour = 60 * minute

async function openShopWithBase(): Promise<Shop & { item: string }> {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  engine.setTime(noon + minute)
  await bases.writeBase(engine.table, shop.companyId, itemsSource)
  return { ...shop, item: id }
}
const made = noon + minute

test('a company without a base has none to read, and the night makes none: who needs one asks for it', async () => {
  const { companyId } = await openShop(engine.table)
  expect(await bases.readBase(engine.table, companyId, itemsSource)).toBeNull()
  expect(await bases.hasFreshBase(engine.table, companyId, 'items')).toBe(false)
  for (const base of baseNames) expect(await bases.needsNewBase(engine.table, companyId, base)).toBe(false)
})

test('a base is fresh for five minutes, is read for six days, and its chunks are kept for seven', async () => {
  const { companyId } = await openShopWithBase()
  const isFresh = () => bases.hasFreshBase(engine.table, companyId, 'items')
  engine.setTime(made + 5 * minute - 1)
  expect(await isFresh()).toBe(true)
  engine.setTime(made + 5 * minute)
  expect(await isFresh()).toBe(false)
  engine.setTime(made + 6 * dayMs)
  const base = await bases.readBase(engine.table, companyId, itemsSource)
  expect(base?.catalogue.size).toBe(1)
  engine.setTime(made + 6 * dayMs + 1)
  expect(await bases.readBase(engine.table, companyId, itemsSource)).toBeNull()
  expect((await readItemCatalogue(another(), companyId)).size).toBe(1) // it reads the rows
  const chunk = keys.chunk(base?.head.base ?? '', 0)
  const row = (await scanTable(engine.table)).find(({ pk, sk }) => pk === chunk.pk && sk === chunk.sk)
  expect(row?.expires_at).toBe(Math.ceil((made + 7 * dayMs) / 1_000))
})

test.each([
  ['after half a day without a change', 12 * hour, false, false],
  ['just before half a day', 12 * hour - 1, true, false],
  ['after half a day with a change', 12 * hour, true, true],
  ['after four days without a change', 4 * dayMs, false, false],
  ['after more, in any case', 4 * dayMs + 1, false, true],
])('a base is renewed or not, %s', async (_, age, changed, renewed) => {
  const { companyId, updateItem, item } = await openShopWithBase()
  engine.setTime(made + hour)
  if (changed) await updateItem(item, { name: 'Nut' })
  engine.setTime(made + age)
  expect(await bases.needsNewBase(engine.table, companyId, 'items')).toBe(renewed)
})

test('a base that cannot be read now is an error', async () => {
  const { companyId } = await openShopWithBase()
  for (const call of [1, 2])
    await expect(bases.readBase(makeDyingTable(engine.table, call), companyId, itemsSource)).rejects.toThrow('killed')
})

test.each([
  ['is gone', (table: Table, base: string) => deleteRow(table, keys.chunk(base, 0))],
  ['has another byte', damageChunk],
  ['is of another form', stripVersion],
])('a base whose chunk %s is none: lists read the rows, and a new one is made', async (_, change) => {
  const { companyId } = await openShopWithBase()
  const base = await bases.readBase(engine.table, companyId, itemsSource)
  await change(engine.table, base?.head.base ?? '')
  expect(await bases.readBase(engine.table, companyId, itemsSource)).toBeNull()
  expect((await readItemCatalogue(another(), companyId)).size).toBe(1)
  await rebuild(engine.table, companyId, 'items')
  expect((await bases.readBase(engine.table, companyId, itemsSource))?.catalogue.size).toBe(1)
})

test('a base holds items in trash: none that are purged by a clock that is 5 s behind', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  const { item } = await shop.deleteItem(id)
  const purge = computePurgeTime(item) ?? 0
  const readers = { behind: { ...engine.table, now: () => purge - 1 }, prompt: { ...engine.table, now: () => purge } }
  const count = async (reader: Table) => (await listTrash(makeContext(reader, shop.who), { limit: 1, offset: 0 })).total
  engine.setTime(purge + 4_999)
  expect(await bases.writeBase(engine.table, shop.companyId, itemsSource)).toMatchObject({ rows: 1 })
  expect([await count(readers.behind), await count(readers.prompt)]).toEqual([1, 0])
  engine.setTime(purge + 5_000)
  expect(await bases.writeBase(engine.table, shop.companyId, itemsSource)).toMatchObject({ rows: 0 })
})

test('items whose texts are too long for one chunk are stored in several, and read as they were', async () => {
  const makeLong = (n: number) => makeNumberedItem(n, { name: randomBytes(300).toString('base64') })
  const items = Array.from({ length: 3_000 }, (_, n) => makeLong(n))
  const makeChunkSet = () => ({ companyId: 'cmp_1', name: ulid(), expiresAt: noon + dayMs })
  const written = await bases.writeSegments(engine.table, makeChunkSet(), Segments.of(itemLayout, items))
  expect(written.chunks).toBe(4)
  const read = await bases.readSegments(engine.table, itemLayout, { companyId: 'cmp_1', ...written })
  expect(items.map((_, position) => read.getRow(position))).toEqual(items)
  const one = await bases.writeSegments(engine.table, makeChunkSet(), Segments.of(itemLayout, items.slice(0, 750)))
  expect(one.chunks).toBe(1)
})

test('a company whose rows cost more than 100 read units asks for its first base, once for each load', async () => {
  const { companyId } = await openShop(engine.table)
  const asked: string[] = []
  const ask = async (id: string, base: BaseName | null) => void asked.push(`${id} ${base}`)
  const load = async (table: Table) =>
    (await measureCharge(table, () => readItemCatalogue(table, companyId, ask))).units
  const stocked = { since: noon - hour, quantity: () => 1, texts: { name: 'x'.repeat(4_000) } }
  await stockUp(engine.table, companyId, 80, stocked)
  expect(await load(another())).toBeLessThan(100)
  expect(asked).toEqual([])
  await stockUp(engine.table, companyId, 20, { ...stocked, from: 80 })
  const reader = another()
  expect(await load(reader)).toBeGreaterThan(102)
  expect(asked).toEqual([`${companyId} items`])
  await load(reader)
  expect(asked).toHaveLength(1)
})

test('who reads more than 100 units of rows asks for a base, once', async () => {
  const { companyId } = await openShop(engine.table)
  const done: unknown[] = []
  const request = async (_: string, base: BaseName | null) => void done.push(base)
  async function* readPages(usage: ReadUsage = { units: 0 }) {
    for (const page of [1, 2, 3]) {
      usage.units += page === 1 ? 100 : 0.5
      done.push(page)
      yield makeNumberedItems(page)
    }
  }
  const source = { ...itemsSource, readPartitions: (_: Table, __: string, usage?: ReadUsage) => [readPages(usage)] }
  const catalogue = await new CatalogueReplicas(source).read(engine.table, companyId, request)
  expect([done, catalogue.size]).toEqual([[1, 2, 'items', 3], 3])
})

test('a base and the log since it are the items as they are now', async () => {
  const shop = await openShop(engine.table)
  const items = await Promise.all(Array.from({ length: 30 }, (_, index) => shop.stockItem(`S-${index}`, 5)))
  const head = await bases.writeBase(engine.table, shop.companyId, itemsSource)
  expect(head).toMatchObject({ rows: 30, chunks: 1, watermark: noon })
  const chunkSet = { companyId: shop.companyId, name: head?.base ?? '', chunks: 1 }
  expect(await collectPages(bases.readRowsByChunk(engine.table, itemLayout, chunkSet))).toHaveLength(30)
  engine.setTime(noon + 3_600_000)
  const [first] = items
  await shop.move({ type: 'issue', quantity: 2, item_id: first?.id ?? '' })
  await shop.stockItem('late')
  const { total, rows } = await listItems({ ...shop.context, table: another() }, whole)
  expect(total).toBe(31)
  expect(rows.find(({ id }) => id === first?.id)?.stock.total).toBe(3)
})

test('a cold load of more than 200 log rows requests deltas, a warm reader after 1 000 changes', async () => {
  const { companyId } = await openShop(engine.table)
  await bases.writeBase(engine.table, companyId, itemsSource)
  engine.setTime(noon + hour)
  const requests: unknown[] = []
  const load = (table: Table) => readItemCatalogue(table, companyId, async (...request) => void requests.push(request))
  let rev = 0
  const change = () => makeLogRow(companyId, { at: noon + hour - 3_000 + ++rev, rev })
  const put = (count: number) => putRows(engine.table, Array.from({ length: count }, change))
  await put(200)
  await load(another())
  expect(requests).toEqual([])
  await put(1)
  const reader = another()
  await load(reader)
  expect(requests).toEqual([[companyId, null]])
  await put(799)
  for (let times = 0; times < 2; times++) await load(reader)
  expect(requests).toHaveLength(1)
  await put(1)
  for (let times = 0; times < 2; times++) await load(reader)
  expect(requests).toEqual(Array(2).fill([companyId, null]))
})

test('of compactions at once one becomes the base', async () => {
  const { companyId, stockItem } = await openShop(engine.table)
  await stockItem('A')
  const heads = await Promise.all([1, 2, 3].map(() => bases.writeBase(another(), companyId, itemsSource)))
  expect(heads.filter((head) => head !== null)).toHaveLength(1)
  expect(await bases.readBase(engine.table, companyId, itemsSource)).not.toBeNull()
})

test('a warm list reads the log’s last seconds alone: 1 RCU, in one call', async () => {
  const shop = await openShop(engine.table)
  const item = await shop.stockItem('A', 500)
  const list = () => listItems(shop.context, whole)
  await list()
  engine.setTime(noon + 60_000)
  await list()
  engine.setTime(noon + 120_000)
  expect(await measureCharge(engine.table, list)).toEqual({ units: 1, calls: 1 })
  for (let change = 0; change < 100; change++)
    await shop.changeItem(item.id, (current, at) =>
      decideItemUpdate(current, { quantity: current.stock.total + 1 }, at),
    )
  const after = await measureCharge(engine.table, list)
  expect(after.calls).toBe(1)
  expect(after.units).toBeLessThanOrEqual(20)
})
