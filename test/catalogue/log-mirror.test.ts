import { listHeldRows, readLogMirror } from '../../functions/catalogue/log/log-mirror'
import type { Table } from '../../functions/store/client'
import { getTime } from '../../functions/store/log/log-reader'
import { openShop } from '../../testing/shop'
import { noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })

/** A company with one log row at noon, which moves stock as often as it is asked, a millisecond later each time. */
async function openShopWithLog() {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A', 1)
  const move = (count: number) => shop.move(...Array(count).fill({ type: 'receive', quantity: 1, item_id: id }))
  const reader = another()
  const read = async () => {
    const mirror = await readLogMirror(reader, shop.companyId)
    const total = [...mirror.days.values()].reduce((sum, counts) => sum + counts.sum({}), 0)
    return { mirror, held: mirror.recent.size, total }
  }
  const moveOften = async (times: number) => {
    for (let n = 0; n < times; n++) await move(40)
  }
  return { ...shop, move, moveOften, read }
}

test('400 rows are held; of more, the newest 200 once they are settled, and all are counted', async () => {
  const { move, moveOften, read } = await openShopWithLog()
  await read()
  await moveOften(9)
  await move(39)
  engine.setTime(noon + 60_000)
  expect(await read()).toMatchObject({ held: 400, total: 400, mirror: { heldAfter: '' } })
  await move(1)
  engine.setTime(noon + 120_000)
  const { mirror, ...counted } = await read()
  expect(counted).toEqual({ held: 200, total: 401 })
  expect(listHeldRows(mirror).every(({ sk }) => String(sk) > mirror.heldAfter)).toBe(true)
  expect(await read()).toMatchObject({ held: 200, total: 401 })
})

test('rows of the last 30 s are held, however many: a later read can return them again', async () => {
  const { moveOften, read } = await openShopWithLog()
  await read()
  await moveOften(11)
  engine.setTime(noon + 30_000)
  expect(await read()).toMatchObject({ held: 441, total: 441 })
  engine.setTime(noon + 30_003)
  const { mirror, ...counted } = await read()
  expect(counted).toEqual({ held: 441 - 81, total: 441 }) // the item, and the first two times
  expect(getTime({ sk: mirror.heldAfter })).toBe(noon + 2)
  expect(await read()).toMatchObject({ held: 360, total: 441 })
})

test('a row is seen however much earlier than the last read it was stamped, up to 15 s', async () => {
  const { move, read } = await openShopWithLog()
  engine.setTime(noon + 60_000)
  await read()
  engine.setTime(noon + 45_000)
  await move(1)
  engine.setTime(noon + 61_000)
  expect(await read()).toMatchObject({ held: 2, total: 2 })
})

test('held rows are listed newest first, whenever they came', async () => {
  const { move, read, log } = await openShopWithLog()
  for (let n = 0; n < 3; n++) {
    await move(2)
    await read()
  }
  const { mirror } = await read()
  const newestFirst = (await log()).map(({ sk }) => sk).reverse()
  expect(newestFirst).toHaveLength(7)
  expect(listHeldRows(mirror).map(({ sk }) => sk)).toEqual(newestFirst)
})
