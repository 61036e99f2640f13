import { readCountedLog } from '../../functions/catalogue/log/counted-log'
import { listHeldRows, readLogReplica } from '../../functions/catalogue/log/log-replica'
import type { Table } from '../../functions/store/client'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })

/** A company without a log. `put` adds rows, a millisecond apart, from a time on. */
function openLog() {
  const companyId = `cmp_${companies++}`
  const reader = another()
  const put = (count: number, from: number) => {
    const rows = Array.from({ length: count }, (_, n) => makeLogRow(companyId, { at: from + n }))
    return putRows(engine.table, rows)
  }
  const read = async (table: Table = reader) => {
    const replica = await readLogReplica(table, companyId)
    const counted = replica.blocks.map(({ counts }) => counts.rows)
    const through = replica.blocks.at(-1)?.through ?? ''
    const uncounted = listHeldRows(replica).filter(({ sk }) => String(sk) > through).length
    return { replica, held: replica.recent.size, counted, total: counted.reduce((sum, rows) => sum + rows, uncounted) }
  }
  return { companyId, put, read }
}

test('settled rows are counted by 500; the newest 200 of them are held, and what is not counted', async () => {
  const { put, read } = openLog()
  await read()
  await put(499, noon)
  engine.setTime(noon + 60_000)
  expect(await read()).toMatchObject({ held: 499, counted: [], total: 499, replica: { heldAfter: '' } })
  await put(1, noon + 50_000)
  engine.setTime(noon + 120_000)
  const { replica, ...counted } = await read()
  expect(counted).toEqual({ held: 200, counted: [500], total: 500 })
  expect(listHeldRows(replica).every(({ sk }) => String(sk) > replica.heldAfter)).toBe(true)
  expect(await read()).toMatchObject({ held: 200, counted: [500], total: 500 })
  await put(300, noon + 110_000)
  engine.setTime(noon + 180_000)
  expect(await read()).toMatchObject({ held: 300, counted: [500], total: 800 })
})

test.each([
  [499, { held: 1_200, counted: [] }],
  [500, { held: 700, counted: [500] }],
])(
  'rows of the last 15 s are held, however many: others may still appear between them (%i ms later)',
  async (ms, held) => {
    const { put, read } = openLog()
    await read()
    await put(1_200, noon)
    engine.setTime(noon + 15_000 + ms)
    expect(await read()).toMatchObject({ ...held, total: 1_200 })
    expect(await read()).toMatchObject({ ...held, total: 1_200 })
  },
)

rehearse('rows that only a short read could see are not counted', async () => {
  const { put, read } = openLog()
  await read()
  await put(1_200, noon)
  engine.setTime(noon + 15_000)
  await read()
  engine.setTime(noon + 17_999)
  expect(await read()).toMatchObject({ counted: [] })
  engine.setTime(noon + 18_000)
  expect(await read()).toMatchObject({ counted: [500, 500] })
})

test('a row is seen however much earlier than the last read it was stamped, up to 15 s', async () => {
  const { put, read } = openLog()
  await put(1, noon)
  engine.setTime(noon + 60_000)
  await read()
  await put(1, noon + 45_000)
  engine.setTime(noon + 61_000)
  expect(await read()).toMatchObject({ held: 2, total: 2 })
})

test('held rows are listed newest first, whenever they came', async () => {
  const { put, read } = openLog()
  const times = [noon - 1_000, noon - 3_000, noon - 2_000]
  for (const time of times) {
    await put(2, time)
    await read()
  }
  const { replica } = await read()
  const listed = listHeldRows(replica).map(({ created_at }) => Date.parse(String(created_at)))
  expect(listed).toEqual(times.flatMap((time) => [time, time + 1]).sort((a, b) => b - a))
})

rehearse('a cold process reads what others have counted, the newest 200 rows, and what is not counted', async () => {
  const { companyId, put, read } = openLog()
  await put(1_250, noon - 600_000)
  expect(await read()).toMatchObject({ held: 250, counted: [500, 500], total: 1_250 })
  expect((await readCountedLog(engine.table, companyId)).blocks).toHaveLength(2)
  const { replica, ...cold } = await read(another())
  expect(cold).toEqual({ held: 399, counted: [500, 500], total: 1_250 }) // two pages of 200, but for the last row
  expect(replica.heldAfter).not.toBe('')
})

rehearse('a cold process counts a long log first, where nobody has, and holds only its newest rows', async () => {
  const { put, read } = openLog()
  const blocks = Array(6).fill(500)
  const rows = blocks.length * 500 + 100
  await put(rows, noon - 600_000)
  const { held, counted, total } = await read()
  expect([counted, total]).toEqual([blocks, rows])
  expect(held).toBeLessThanOrEqual(200)
  expect(await read(another())).toMatchObject({ counted: blocks, total: rows })
})

rehearse('processes that count at the same time make and store the same blocks', async () => {
  const { companyId, put, read } = openLog()
  const readers = Array.from({ length: 3 }, another)
  for (const reader of readers) await read(reader)
  await put(1_700, noon)
  engine.setTime(noon + 60_000)
  const all = await Promise.all(readers.map((reader) => read(reader)))
  for (const { replica, total } of all) {
    expect(total).toBe(1_700)
    expect(replica.blocks).toEqual(all[0]?.replica.blocks)
  }
  expect((await readCountedLog(engine.table, companyId)).blocks).toEqual(all[0]?.replica.blocks)
})
