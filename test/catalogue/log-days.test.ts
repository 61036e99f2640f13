import { computeLastClosedDay, countClosedDays, readCountedDays } from '../../functions/catalogue/log/log-days'
import { dayMs } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { measureCharge } from '../../testing/capacity'
import { makeDyingTable } from '../../testing/dying'
import { openShop } from '../../testing/shop'
import { noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

const today = Math.floor(noon / dayMs)

test('a day is closed once nothing that is stamped on it can still appear: 15 s after its end', () => {
  expect(computeLastClosedDay((today + 1) * dayMs + 14_999)).toBe(today - 1)
  expect(computeLastClosedDay((today + 1) * dayMs + 15_000)).toBe(today)
})

/** A company with as many new items on each day as `perDay` says; a day later, all these days are closed. */
async function openShopOverDays(perDay: Record<number, number>) {
  const shop = await openShop(engine.table)
  for (const [day, items] of Object.entries(perDay)) {
    engine.setTime(noon + Number(day) * dayMs)
    for (let n = 0; n < items; n++) await shop.stockItem(`S-${day}-${n}`, n)
  }
  const last = Math.max(...Object.keys(perDay).map(Number))
  engine.setTime(noon + (last + 1) * dayMs)
  const read = async (table: Table = engine.table) => {
    const days = await readCountedDays(table, shop.companyId, today + last)
    return [...days].map(([day, counts]) => [day - today, counts.sum({})])
  }
  return { ...shop, read, countCalls: async () => (await measureCharge(engine.table, read)).calls }
}

test('days are counted, but for those without rows', async () => {
  const { read } = await openShopOverDays({ 0: 3, 1: 1, 3: 2, 20: 1 })
  const expected = [
    [0, 3],
    [1, 1],
    [3, 2],
    [20, 1],
  ]
  expect(await read()).toEqual(expected)
  expect((await read()).sort(([a = 0], [b = 0]) => a - b)).toEqual(expected)
})

test('only what moved stock is counted with a type', async () => {
  const { companyId } = await openShopOverDays({ 0: 3 })
  const days = await readCountedDays(engine.table, companyId, today)
  expect(days.get(today)?.toJSON()).toEqual({ 'create|item||usr_1': 1, 'create|item|initial|usr_1': 2 })
})

test('a day is counted once, eight days at a time, and days without rows are passed over', async () => {
  const { countCalls } = await openShopOverDays({ 0: 2, 1: 1, 3: 1, 20: 1 })
  // What is stored; the first day with rows, and 8 days from there on; the next such day, which is the last.
  expect(await countCalls()).toBe(1 + (1 + 8) + (1 + 1) + 4)
  expect(await countCalls()).toBe(1)
})

test('a run that was interrupted is continued after the last day that it stored', async () => {
  const shop = await openShopOverDays({ 0: 1, 1: 1, 2: 1 })
  const stores = ({ input }: { input: object }) => 'Item' in input
  await expect(shop.read(makeDyingTable(engine.table, 2, { counts: stores }))).rejects.toThrow('killed')
  expect((await readDayCounts(engine.table, shop.companyId)).map(({ date }) => date)).toEqual(['2026-03-14'])
  expect(await shop.countCalls()).toBe(1 + (1 + 2) + 2)
  expect(await shop.read()).toHaveLength(3)
})

test('the nightly upkeep counts what is closed, and nothing of today', async () => {
  const { companyId, stockItem } = await openShopOverDays({ 0: 1, 1: 1 })
  await stockItem('today')
  await countClosedDays(engine.table, companyId)
  expect((await readDayCounts(engine.table, companyId)).map(({ date }) => date)).toEqual(['2026-03-14', '2026-03-15'])
})
