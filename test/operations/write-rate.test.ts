import fc from 'fast-check'
import { maxAheadMs, unitsPerSecond, WriteRateRefusal } from '../../functions/domain/companies/write-rate'
import { keepWriteRate } from '../../functions/operations/companies/write-rate'
import { estimateLogUnits } from '../../functions/store/log/log-writes'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { beforeSends } from '../support/dying'
import { chooseSeed } from '../support/seed'
import { openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
let shop: Shop
beforeEach(async () => {
  engine.setTime(noon)
  shop = await openShop(engine.table)
})

const rows = Array.from({ length: 10 }, (_, index) => index)
/** A request of ten rows. Returns whether it was admitted. */
const take = (units: number, table: Table = engine.table) =>
  keepWriteRate({ table, caller: shop.who }, rows, () => units / rows.length).then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(WriteRateRefusal)
      return false
    },
  )
const takeAtOnce = async (count: number, run: (index: number) => Promise<boolean>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => run(index)))).filter(Boolean).length
const findBusyUntil = async () => (await findRow(engine.table, keys.writeRate(shop.companyId)))?.busy_until ?? null

test('of any number at once, as many are admitted as fit, and as many more as time passes', async () => {
  const count = chooseSize({ quick: 20, thorough: 100 })
  const all = () => takeAtOnce(count, () => take(100)) // 200 ms each
  expect(await all()).toBe(6) // one begins when the second is full
  expect(await findBusyUntil()).toBe(noon + maxAheadMs + 200)
  expect(await all()).toBe(0)
  engine.setTime(noon + 1_000)
  expect(await all()).toBe(5)
  expect(await findBusyUntil()).toBe(noon + 2_000 + 200)
})

test('clocks up to 5 s apart never admit more than the write rate and one burst', async () => {
  const count = chooseSize({ quick: 60, thorough: 200 })
  const skews = fc.sample(fc.integer({ min: -2_500, max: 2_500 }), { seed: chooseSeed(), numRuns: count })
  const admitted = await takeAtOnce(count, (index) =>
    take(100, { ...engine.table, now: () => noon + (skews[index] ?? 0) }),
  )
  expect(100 * admitted).toBeLessThanOrEqual(6 * unitsPerSecond + 100)
})

test('one write where nobody is at work, two where others are, and one for a refusal', async () => {
  expect(await measureCharge(engine.table, () => take(500))).toEqual({ units: 1, calls: 1 })
  let calls = 0
  const counting = beforeSends(engine.table, () => calls++)
  expect([await take(500, counting), calls]).toEqual([true, 2])
  expect([await take(500, counting), calls]).toEqual([false, 3])
})

test('what has fewer than ten log rows takes nothing', async () => {
  const items = await Promise.all(rows.slice(1).map((row) => shop.stockItem(`S-${row}`, 9)))
  await shop.move(...items.map(({ id }) => ({ item_id: id, type: 'issue' as const, quantity: 1 })))
  expect(await findBusyUntil()).toBeNull()
})

test('a change that meets others takes its units once, however often it is decided', async () => {
  const items = await Promise.all(rows.map((row) => shop.stockItem(`S-${row}`, 9)))
  const move = () => shop.move(...items.map(({ id }) => ({ item_id: id, type: 'issue' as const, quantity: 1 })))
  await Promise.all([move(), move(), move()])
  expect(await findBusyUntil()).toBe(noon + 3 * 40) // 10 log rows of 2 units, 2 ms each
})

test('a change that is refused for another reason takes nothing', async () => {
  const items = await Promise.all(rows.map((row) => shop.stockItem(`S-${row}`, 9)))
  const moves = items.map(({ id }) => ({ item_id: id, type: 'issue' as const, quantity: 10 }))
  await expect(shop.move(...moves)).rejects.toMatchObject({ code: 'insufficient_stock' })
  expect(await findBusyUntil()).toBeNull()
})

test('each company has its own write rate', async () => {
  expect(await take(5_000)).toBe(true)
  expect(await take(100)).toBe(false)
  shop = await openShop(engine.table)
  expect(await take(100)).toBe(true)
})

test('an item of a batch weighs what its log row does: 2 units, and more where its texts are long', async () => {
  const usual = { name: 'Pneumatic hose, blue, 8 mm', sku: 'PHB-08', location: 'Aisle 12', barcode: '4006381333931' }
  const long = { name: 'n'.repeat(200), sku: 's'.repeat(100), location: 'l'.repeat(200), barcode: 'b'.repeat(100) }
  for (const fields of [usual, long]) {
    const { units } = await measureCharge(engine.table, () => shop.createItem(fields))
    // The item and its SKU have 2 units each, the index one for each KB of the log row.
    const ofLog = units - 4
    expect(estimateLogUnits({ quantity: 0, reorder_point: null, ...fields })).toBe((ofLog * 2) / 3)
  }
})
