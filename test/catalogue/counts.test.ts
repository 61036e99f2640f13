import fc from 'fast-check'
import {
  type Block,
  type CountedRow,
  cutBlocks,
  getDay,
  parseBlocks,
  rowsOfBlock,
  storeBlocks,
} from '../../functions/catalogue/log/blocks'
import { countSettled, getCountedThrough, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { computeLastFinalDay, finishDays, readBlocksOfDay } from '../../functions/catalogue/log/final-days'
import { LogCounts } from '../../functions/domain/log/log-counts'
import { dayMs } from '../../functions/domain/time'
import { readBlockPages } from '../../functions/store/log/block-pages'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { makeTimeKey } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { deleteRow } from '../support/damage'
import { makeDyingTable } from '../support/dying'
import { type LogRowFields, makeLogRow, makeLogRows } from '../support/log-rows'
import { testProperty } from '../support/property'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
const today = Math.floor(noon / dayMs)
let companies = 0

/** A company with a log of `rows` rows, a millisecond apart, the last one a minute ago. */
async function openLog(rows: number, ago = 60_000) {
  const companyId = `cmp_${companies++}`
  await putRows(engine.table, makeLogRows(companyId, rows, noon - ago - rows + 1))
  const read = () => readCountedLog(engine.table, companyId)
  const count = async (table: Table = engine.table, deadline?: number) =>
    countSettled(table, companyId, await readCountedLog(table, companyId), deadline)
  return { companyId, read, count }
}

const isPut = ({ input }: { input: object }) => 'Item' in input
const sizes = (log: Awaited<ReturnType<typeof readCountedLog>>) => log.blocks.map(({ counts }) => counts.rows)

rehearse('what is counted is stored; counting goes on after it, and costs what is new', async () => {
  const { companyId, read, count } = await openLog(1_300)
  expect(getCountedThrough(await read())).toBe(makeTimeKey(0))
  const counted = await count()
  expect(sizes(counted)).toEqual([500, 500])
  expect(await read()).toEqual(counted)
  await putRows(engine.table, makeLogRows(companyId, 300, noon - 50_000))
  // The days, the pages of blocks, one page of 600 rows in two calls of 1 MB or less; a block is stored.
  const { calls } = await measureCharge(engine.table, count)
  expect(calls).toBe(4)
  expect(sizes(await read())).toEqual([500, 500, 500])
})

test('rows of the last 15 s are not counted: others may still appear between them', async () => {
  const { count } = await openLog(600, 14_000)
  expect(sizes(await count())).toEqual([])
  engine.setTime(noon + 2_000)
  expect(sizes(await count())).toEqual([500])
})

rehearse('past the deadline a count is refused, but what it has counted is stored', async () => {
  const blocks = Array(8).fill(500)
  const { read, count } = await openLog(blocks.length * 500)
  await expect(count(engine.table, 0)).rejects.toMatchObject({ code: 'resource_busy' })
  const first = sizes(await read()).length
  expect(first).toBeGreaterThan(0)
  expect(sizes(await count())).toEqual(blocks)
})

rehearse('a count that was killed is continued, and ends the same', async () => {
  const { count, read } = await openLog(1_300)
  await expect(count(makeDyingTable(engine.table, 0, { counts: isPut }))).rejects.toThrow('killed')
  expect(sizes(await read())).toEqual([])
  expect(sizes(await count())).toEqual([500, 500])
})

rehearse('a slow reader does not replace what a faster one has stored since', async () => {
  const { companyId, read, count } = await openLog(1_300)
  const before = await read()
  engine.setTime(noon + 1)
  await count()
  await putRows(engine.table, makeLogRows(companyId, 300, noon - 50_000))
  const stored = await count()
  expect(sizes(stored)).toEqual([500, 500, 500])
  await countSettled({ ...engine.table, now: () => noon - 55_000 + 15_000 }, companyId, before)
  expect(await read()).toEqual(stored)
})

test('days without rows have no blocks', async () => {
  const { companyId, count } = await openLog(10, 3 * dayMs)
  await putRows(engine.table, [makeLogRow(companyId, { at: noon - 60_000 })])
  expect(sizes(await count())).toEqual([10])
})

/** A company with as many rows on each day from today on as `perDay` says. It is noon of the day after the last one. */
async function openDays(perDay: number[]) {
  const companyId = `cmp_${companies++}`
  for (const [day, rows] of perDay.entries())
    await putRows(engine.table, makeLogRows(companyId, rows, noon + day * dayMs))
  engine.setTime(noon + perDay.length * dayMs)
  const read = async () =>
    [...(await readCountedLog(engine.table, companyId)).days].map(([day, counts]) => `${day - today}: ${counts.rows}`)
  const finish = (table = engine.table) => finishDays(table, companyId)
  const put = (fields: LogRowFields) => putRows(engine.table, [makeLogRow(companyId, fields)])
  return { companyId, put, read, finish }
}

test('a day is final an hour after its end', () => {
  const midnight = (today + 1) * dayMs
  expect(computeLastFinalDay(midnight + 3_599_999)).toBe(today - 1)
  expect(computeLastFinalDay(midnight + 3_600_000)).toBe(today)
})

test('the days that are over are counted, but for those without rows', async () => {
  const { companyId, put, read, finish } = await openDays([3, 1, 0, 2, ...Array(16).fill(0), 1])
  await put({ at: noon + 21 * dayMs - 1 })
  await finish()
  expect(await read()).toEqual(['0: 3', '1: 1', '3: 2', '20: 1'])
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
  const { finish } = await openDays([2, 700])
  // What is stored; the first row; the rows; the pages of the second day, which has two blocks: read, then written;
  // and both days.
  expect((await measureCharge(engine.table, finish)).calls).toBe(1 + 1 + 1 + 2 + 2)
  expect((await measureCharge(engine.table, finish)).calls).toBe(1)
})

test('a run that was interrupted is continued after the last day that it stored', async () => {
  const { read, finish } = await openDays([1, 1, 1])
  await expect(finish(makeDyingTable(engine.table, 2, { counts: isPut }))).rejects.toThrow('killed')
  expect(await read()).toHaveLength(1)
  await finish()
  expect(await read()).toHaveLength(3)
})

test('a row that was committed after its block was counted is in the day for good', async () => {
  const { companyId, put, finish } = await openDays([1_200])
  engine.setTime(noon + 60_000)
  const early = await countSettled(engine.table, companyId, await readCountedLog(engine.table, companyId))
  expect(early.blocks.map(({ counts }) => counts.rows)).toEqual([500, 500])
  await put({ at: noon + 10, action: 'delete' })
  engine.setTime(noon + dayMs)
  await finish()
  const { days, blocks } = await readCountedLog(engine.table, companyId)
  const counts = days.get(today)
  expect([counts?.rows, counts?.sum({ action: 'delete' }), blocks]).toEqual([1_201, 1, []])
  const pages = await readBlockPages(engine.table, companyId, { from: '2026-03-14' })
  const counted = pages.flatMap((page) => page.blocks.map((block) => Object.values(block.counts)))
  expect(counted).toEqual([[499, 1], [500], [201]])
})

test('blocks of a final day that somebody has deleted are counted when they are needed, once', async () => {
  const { companyId, finish } = await openDays([1_200, 300])
  await finish()
  await deleteRow(engine.table, keys.logBlocks(companyId, '2026-03-14', 0))
  const counts = (await readCountedLog(engine.table, companyId)).days.get(today)
  if (counts === undefined) throw new Error('the day is not counted')
  const open = () => readBlocksOfDay(engine.table, companyId, { day: today, counts })
  expect((await open()).map((block) => block.counts.rows)).toEqual([500, 500, 200])
  expect((await measureCharge(engine.table, open)).calls).toBe(1)
})

/** Rows in order: as many on each day as `perDay` says, a second apart. */
function makeRows(...perDay: number[]): LogRow[] {
  const rows = perDay.flatMap((count, day) =>
    Array.from({ length: count }, (_, n) => makeLogRow('cmp_1', { at: (today + day) * dayMs + n * 1_000 })),
  )
  return rows.sort((a, b) => (a.sk < b.sk ? -1 : 1))
}

const describeBlocks = (blocks: Block[]) => blocks.map(({ day, counts }) => `${day - today}: ${counts.rows}`)

test('a block has 500 rows; fewer are left until more come', () => {
  const rows = makeRows(1_200)
  const { blocks, rest, through } = cutBlocks(rows, '')
  expect(describeBlocks(blocks)).toEqual(['0: 500', '0: 500'])
  expect(rest).toEqual(rows.slice(1_000))
  expect(through).toBe(rows[999]?.sk)
  expect(blocks.map(({ after, through }) => [after, through])).toEqual([
    [makeTimeKey(today * dayMs), rows[499]?.sk],
    [rows[499]?.sk, rows[999]?.sk],
  ])
  expect(cutBlocks(rows.slice(0, 499), '')).toMatchObject({ blocks: [], through: '' })
})

test('a block ends with its day: where a row of a later day follows, or the caller knows that none of it does', () => {
  const rows = makeRows(700, 0, 3)
  const cut = cutBlocks(rows, '')
  expect(describeBlocks(cut.blocks)).toEqual(['0: 500', '0: 200'])
  expect(cut.rest).toHaveLength(3)
  expect(cutBlocks(cut.rest, cut.through, (today + 3) * dayMs - 1).blocks).toEqual([])
  const over = cutBlocks(cut.rest, cut.through, (today + 3) * dayMs)
  expect(describeBlocks(over.blocks)).toEqual(['2: 3'])
  expect(over.blocks[0]?.after).toBe(makeTimeKey((today + 2) * dayMs))
  expect(over.rest).toEqual([])
})

const perDay = fc.array(fc.nat({ max: 1_100 }), { minLength: 1, maxLength: 4 })
const pages = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 8 })
testProperty(
  'whoever counts the same rows makes the same blocks, whatever pages they come in',
  { of: [perDay, pages], runs: chooseSize({ quick: 5, thorough: 30 }) },
  (counts, cuts) => {
    const rows = makeRows(...counts)
    const whole = cutBlocks(rows, '')
    const parts: Block[] = []
    let [rest, after]: [CountedRow[], string] = [[], '']
    for (let from = 0, index = 0; from < rows.length; index++) {
      const size = cuts[index] ?? rows.length
      const cut = cutBlocks([...rest, ...rows.slice(from, from + size)], after)
      parts.push(...cut.blocks)
      rest = cut.rest
      after = cut.through
      from += size
    }
    expect(parts).toEqual(whole.blocks)
    expect(rest).toEqual(whole.rest)
    const full = parts.filter((block, index) => parts[index + 1]?.day === block.day)
    expect(full.every(({ counts }) => counts.rows === rowsOfBlock)).toBe(true)
    expect(rest.length).toBeLessThan(rowsOfBlock)
    for (const { day, through } of parts) expect(getDay({ sk: through })).toBe(day)
  },
)

test('64 blocks have a page; of a day that goes on, only the last page is written again', async () => {
  const day = (number: number, count: number) =>
    Array.from({ length: count }, (_, n): Block => {
      const key = (at: number) => makeTimeKey((today + number) * dayMs + at)
      const counts = LogCounts.parse(
        { 'update|item||usr_1': 400 + n, 'update|item|issue|usr_1': 100 - n },
        { issue: [0, n] },
      )
      return { day: today + number, after: key(n), through: key(n + 1), counts }
    })
  const all = [...day(0, 130), ...day(1, 67)]
  const store = (blocks: Block[], from: number) => storeBlocks(engine.table, 'cmp_1', blocks, { from })
  const read = async (range: { from: string; to?: string }) =>
    parseBlocks(await readBlockPages(engine.table, 'cmp_1', range))
  expect((await measureCharge(engine.table, () => store(all.slice(0, 190), 0))).calls).toBe(3 + 1)
  expect((await measureCharge(engine.table, () => store(all, 190))).calls).toBe(2)
  expect(await read({ from: '2026-03-14' })).toEqual(all)
  expect(await read({ from: '2026-03-14', to: '2026-03-14' })).toEqual(day(0, 130))
  expect(await read({ from: '2026-03-15' })).toEqual(day(1, 67))
  await store(all.slice(0, 150), 0) // a slow one
  expect(await read({ from: '2026-03-14' })).toEqual(all)
})
