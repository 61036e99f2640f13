import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { computeLastFinalDay, finishDays, readBlocksOfDay } from '../../functions/catalogue/log/final-days'
import { dayMs } from '../../functions/domain/time'
import { readBlockPages } from '../../functions/store/log/block-pages'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { measureCharge } from '../support/capacity'
import { makeDyingTable } from '../support/dying'
import { type LogRowFields, makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

const today = Math.floor(noon / dayMs)
const midnight = (today + 1) * dayMs

/** A company with as many rows on each day from today on as `perDay` says. It is noon of the day after the last one. */
async function openLog(perDay: number[]) {
  const companyId = `cmp_${companies++}`
  const put = (fields: LogRowFields[]) =>
    putRows(
      engine.table,
      fields.map((each) => makeLogRow(companyId, each)),
    )
  for (const [day, rows] of perDay.entries())
    await put(Array.from({ length: rows }, (_, n) => ({ at: noon + day * dayMs + n })))
  engine.setTime(noon + perDay.length * dayMs)
  const read = async () =>
    [...(await readCountedLog(engine.table, companyId)).days].map(([day, counts]) => [day - today, counts.rows])
  const finish = (table = engine.table) => finishDays(table, companyId)
  return { companyId, put, read, finish }
}

test('a day is final an hour after its end', () => {
  expect(computeLastFinalDay(midnight + 3_599_999)).toBe(today - 1)
  expect(computeLastFinalDay(midnight + 3_600_000)).toBe(today)
})

test('the days that are over are counted, but for those without rows', async () => {
  const { companyId, put, read, finish } = await openLog([3, 1, 0, 2, ...Array(16).fill(0), 1])
  await put([{ at: noon + 21 * dayMs - 1 }])
  await finish()
  const expected = [
    [0, 3],
    [1, 1],
    [3, 2],
    [20, 1],
  ]
  expect(await read()).toEqual(expected)
  const months = await readDayCounts(engine.table, companyId)
  expect(months.map(({ end }) => end)).toEqual(['2026-03-14', '2026-03-15', '2026-03-17', '2026-04-03'])
})

test('only what moved stock is counted with a type', async () => {
  const shop = await openShop(engine.table)
  for (let n = 0; n < 3; n++) await shop.stockItem(`S-${n}`, n)
  engine.setTime(noon + dayMs)
  await finishDays(engine.table, shop.companyId)
  const { days } = await readCountedLog(engine.table, shop.companyId)
  expect(days.get(today)?.toJSON()).toEqual({ 'create|item||usr_1': 1, 'create|item|initial|usr_1': 2 })
})

test('a day is counted once', async () => {
  const { finish } = await openLog([2, 700])
  // What is stored; the first row; the rows; the pages of the second day, which has two blocks: read, then written;
  // and both days.
  expect((await measureCharge(engine.table, finish)).calls).toBe(1 + 1 + 1 + 2 + 2)
  expect((await measureCharge(engine.table, finish)).calls).toBe(1)
})

test('a run that was interrupted is continued after the last day that it stored', async () => {
  const { read, finish } = await openLog([1, 1, 1])
  const stores = ({ input }: { input: object }) => 'Item' in input
  await expect(finish(makeDyingTable(engine.table, 2, { counts: stores }))).rejects.toThrow('killed')
  expect(await read()).toHaveLength(1)
  await finish()
  expect(await read()).toHaveLength(3)
})

test('a row that was committed after its block was counted is in the day for good', async () => {
  const { companyId, put, finish } = await openLog([1_200])
  engine.setTime(noon + 60_000)
  const early = await countSettled(engine.table, companyId, await readCountedLog(engine.table, companyId))
  expect(early.blocks.map(({ counts }) => counts.rows)).toEqual([500, 500])
  await put([{ at: noon + 10, action: 'delete' }])
  engine.setTime(noon + dayMs)
  await finish()
  const { days, blocks } = await readCountedLog(engine.table, companyId)
  const counts = days.get(today)
  expect([counts?.rows, counts?.sum({ action: 'delete' }), blocks]).toEqual([1_201, 1, []])
  const pages = await readBlockPages(engine.table, companyId, { from: '2026-03-14' })
  const counted = pages.flatMap((page) => page.blocks.map((block) => Object.values(block.counts)))
  expect(counted).toEqual([[499, 1].reverse().sort((a, b) => b - a), [500], [201]])
})

describe('rows of the code before', () => {
  /** Days had a row each, and no blocks. */
  async function openOldLog() {
    const log = await openLog([1_200, 300, 800])
    const putDay = (date: string, rows: number) =>
      engine.table.db.send(
        new PutCommand({
          TableName: engine.table.name,
          Item: { pk: `LOGDAYS#${log.companyId}`, sk: date, counts: { 'update|item||usr_1': rows } },
        }),
      )
    await putDay('2026-03-14', 1_200)
    await putDay('2026-03-15', 300)
    return log
  }

  rehearse('are read, and followed by days of now', async () => {
    const { read, finish } = await openOldLog()
    expect(await read()).toEqual([
      [0, 1_200],
      [1, 300],
    ])
    await finish()
    expect(await read()).toEqual([
      [0, 1_200],
      [1, 300],
      [2, 800],
    ])
  })

  rehearse('of a day without blocks: they are counted when they are needed, once', async () => {
    const { companyId } = await openOldLog()
    const counts = (await readCountedLog(engine.table, companyId)).days.get(today)
    if (counts === undefined) throw new Error('the day is not counted')
    const open = () => readBlocksOfDay(engine.table, companyId, { day: today, counts })
    expect((await open()).map((block) => block.counts.rows)).toEqual([500, 500, 200])
    expect((await measureCharge(engine.table, open)).calls).toBe(1)
  })
})
