import { countSettled, getCountedThrough, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { dayMs } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { makeTimeKey } from '../../functions/store/log/log-reader'
import { measureCharge } from '../support/capacity'
import { makeDyingTable } from '../support/dying'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

/** A company with a log of `rows` rows, a millisecond apart, the last one a minute ago. */
async function openLog(rows: number, ago = 60_000) {
  const companyId = `cmp_${companies++}`
  const at = (n: number) => noon - ago - rows + n + 1
  await putRows(
    engine.table,
    Array.from({ length: rows }, (_, n) => makeLogRow(companyId, { at: at(n) })),
  )
  const read = () => readCountedLog(engine.table, companyId)
  const count = async (table: Table = engine.table, deadline?: number) =>
    countSettled(table, companyId, await readCountedLog(table, companyId), deadline)
  return { companyId, read, count }
}

const sizes = (log: Awaited<ReturnType<typeof readCountedLog>>) => log.blocks.map(({ counts }) => counts.rows)

rehearse('without counts, everything is uncounted; what is counted is stored', async () => {
  const { read, count } = await openLog(1_300)
  expect(getCountedThrough(await read())).toBe(makeTimeKey(0))
  const counted = await count()
  expect(sizes(counted)).toEqual([500, 500])
  expect(await read()).toEqual(counted)
})

rehearse('counting goes on after what is stored, and costs what is new', async () => {
  const { companyId, read, count } = await openLog(1_300)
  await count()
  await putRows(
    engine.table,
    Array.from({ length: 300 }, (_, n) => makeLogRow(companyId, { at: noon - 50_000 + n })),
  )
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
  const stores = ({ input }: { input: object }) => 'Item' in input
  await expect(count(makeDyingTable(engine.table, 0, { counts: stores }))).rejects.toThrow('killed')
  expect(sizes(await read())).toEqual([])
  expect(sizes(await count())).toEqual([500, 500])
})

rehearse('a slow reader does not replace what a faster one has stored since', async () => {
  const { companyId, read, count } = await openLog(1_300)
  const before = await read()
  engine.setTime(noon + 1)
  await count()
  const later = Array.from({ length: 300 }, (_, n) => makeLogRow(companyId, { at: noon - 50_000 + n }))
  await putRows(engine.table, later)
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
