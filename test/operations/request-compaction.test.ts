import { compact, planCompaction, rebuild } from '../../functions/catalogue/compaction'
import { requestCompactionByChance } from '../../functions/operations/request-compaction-by-chance'
import { isFresh } from '../../functions/store/catalogue/head'
import { keys } from '../../functions/store/schema'
import { measureCharge } from '../support/capacity'
import { putRows } from '../support/put-rows'
import { openShop } from '../support/shop'
import { makeCaller, noon, useTable } from '../support/table'

const engine = useTable()

/** A request of so many rows looks for certain. */
const certain = 1_000

/** `write` returns what a request of so many rows has requested, and what that cost. */
async function openWriter() {
  const shop = await openShop(engine.table)
  const { companyId } = shop
  const write = async (rows: number) => {
    const requested: unknown[][] = []
    const requestCompaction = async (...request: unknown[]) => void requested.push(request)
    const workers = { requestCompaction, requestRestore: async () => {} }
    const context = { table: engine.table, caller: makeCaller(companyId), workers }
    const charge = await measureCharge(engine.table, () => requestCompactionByChance(context, rows))
    return { requested, ...charge }
  }
  return { ...shop, write }
}

test('a compaction is fresh for 20 s', () => {
  expect(isFresh({ through: noon }, noon + 19_999)).toBe(true)
  expect(isFresh({ through: noon }, noon + 20_000)).toBe(false)
})

test('a request that looks starts a compaction, but where one has just been', async () => {
  const { companyId, stockItem, write } = await openWriter()
  const request = [companyId, null]
  await stockItem('A')
  expect(await write(certain)).toEqual({ requested: [request], units: 1, calls: 1 })
  await rebuild(engine.table, companyId, 'items')
  engine.setTime(noon + 19_999)
  expect(await write(certain)).toEqual({ requested: [], units: 1, calls: 1 })
  engine.setTime(noon + 20_000)
  expect(await write(certain)).toEqual({ requested: [request], units: 1, calls: 1 })
  await compact(engine.table, companyId, await planCompaction(engine.table, companyId, null))
  expect(await write(certain)).toEqual({ requested: [], units: 1, calls: 1 })
})

test('most requests do not look', async () => {
  const { write } = await openWriter()
  expect(await write(0)).toEqual({ requested: [], units: 0, calls: 0 })
})

test('a head that cannot be read fails no sale: the compaction tells of it', async () => {
  const { companyId, write } = await openWriter()
  await putRows(engine.table, [{ ...keys.catalogue(companyId, 'HEAD'), base: 7 }])
  expect(await write(certain)).toMatchObject({ requested: [[companyId, null]] })
})
