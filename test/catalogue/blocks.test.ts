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
import { LogCounts } from '../../functions/domain/log/log-counts'
import { dayMs } from '../../functions/domain/time'
import { readBlockPages } from '../../functions/store/log/block-pages'
import { makeTimeKey } from '../../functions/store/log/log-reader'
import type { LogRow } from '../../functions/store/log/log-row'
import { measureCharge } from '../support/capacity'
import { makeLogRow } from '../support/log-rows'
import { testProperty } from '../support/property'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
const today = Math.floor(noon / dayMs)

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
      const counts = LogCounts.parse({ 'update|item||usr_1': 400 + n, 'update|item|issue|usr_1': 100 - n })
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
