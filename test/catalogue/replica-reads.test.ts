import { readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { readCountedLog } from '../../functions/catalogue/log/counted-log'
import { listHeldRows, readLogReplica } from '../../functions/catalogue/log/log-replica'
import type { Table } from '../../functions/store/table/table'
import { measureCharge, measureReading } from '../support/capacity'
import { makeLogRow, makeLogRows } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0
/** Another process: the same table, with nothing in memory. */
const another = (): Table => ({ ...engine.table })

/** A company without a log. `put` adds rows, a millisecond apart, from a time on. */
function openLog() {
  const companyId = `cmp_${companies++}`
  const reader = another()
  const put = (count: number, from: number) => putRows(engine.table, makeLogRows(companyId, count, from))
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

const spreadMs = 4_000

/** A company with so many young log rows of one item, and a reader that has read them. Its last read began at 6 s. */
async function openYoungLog(rows: number, list: (table: Table, companyId: string) => Promise<number>) {
  const companyId = `cmp_${companies++}`
  let clock = noon
  const reader: Table = { ...engine.table, now: () => clock }
  const read = async (ms: number) => {
    clock = noon + ms
    let revisions = 0
    const charge = await measureReading(reader, async () => {
      revisions = await list(reader, companyId)
    })
    return { revisions, ...charge }
  }
  let rev = 0
  const change = (ms: number) => makeLogRow(companyId, { at: noon + ms, rev: ++rev })
  const put = (changes: ReturnType<typeof change>[]) => putRows(engine.table, changes)
  await read(0)
  await put(Array.from({ length: rows }, (_, n) => change(Math.floor((n * spreadMs) / rows))))
  await read(6_000)
  return { read, change, put }
}

const itemId = makeLogRow('', { at: noon }).resource_id
/** Both return how many revisions the reader knows. */
const listRevisions = async (table: Table, companyId: string) =>
  (await readItemCatalogue(table, companyId)).getRevision(itemId)
const listLog = async (table: Table, companyId: string) => listHeldRows(await readLogReplica(table, companyId)).length
const lists = [
  ['items', listRevisions],
  ['the log', listLog],
] as const

test.each(lists)(
  'a list of %s reads young rows again, in one query: also what has appeared among them',
  async (_, list) => {
    const { read, change, put } = await openYoungLog(400, list)
    expect(await read(6_010)).toMatchObject({ revisions: 400, calls: 1, rows: 400 })
    await put([change(3_000), change(6_015)])
    expect(await read(6_020)).toMatchObject({ revisions: 402, calls: 1, rows: 401 }) // of the last 6 s
    expect(await read(40_000)).toMatchObject({ revisions: 402, calls: 1, rows: 402 }) // a long read
    expect(await read(80_000)).toMatchObject({ revisions: 402, calls: 1, rows: 0 })
  },
)

/** A company with an item, and a reader that has loaded it and read it again a minute later, by its own clock. */
async function openShopWithReader() {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  let clock = noon + 20_000
  const reader: Table = { ...engine.table, now: () => clock }
  const read = async (at: number) => {
    clock = at
    const catalogue = await readItemCatalogue(reader, shop.companyId)
    const page = { limit: 10, offset: 0, sort: 'created_at' } as const
    return catalogue.list({ ...page, where: 'live', now: at }).rows.map(({ name, rev }) => `${name} ${rev}`)
  }
  await read(noon + 20_000)
  await read(noon + 60_000)
  const update = (name: string, at: number) => {
    engine.setTime(at)
    return shop.updateItem(id, { name })
  }
  return { ...shop, item: id, reader, read, update }
}

/** It was loaded at 20 s, and has read the log until 60 s. A change is settled after 15 s. */
test.each([
  [30_000, 2],
  [5_001, 2],
  [5_000, 1], // was settled when the replica was loaded
])('a change of %i ms is found by the next one of its item, if it was not settled: %i calls', async (at, expected) => {
  const { reader, read, update } = await openShopWithReader()
  await update('early', noon + at)
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  await update('next', noon + 62_000)
  const { calls } = await measureCharge(reader, async () => expect(await read(noon + 63_000)).toEqual(['next 3']))
  expect(calls).toBe(expected) // the last seconds, and all since the replica was loaded
  expect(await read(noon + 64_000)).toEqual(['next 3'])
})

test('where the log lacks a change, the rows are read', async () => {
  const { companyId, item, read, update } = await openShopWithReader()
  await update('new', noon + 60_500)
  await putRows(engine.table, [makeLogRow(companyId, { at: noon + 61_000, item, rev: 4 })])
  expect(await read(noon + 61_001)).toEqual(['new 2'])
})

test('a change is seen however much earlier than the last read it was stamped, up to 6 s', async () => {
  const { read, update } = await openShopWithReader()
  await update('prompt', noon + 54_000)
  expect(await read(noon + 61_000)).toEqual(['prompt 2'])
})

test('a change that was stamped up to 15 s before the last read is seen 3 s after it: its writer waits', async () => {
  const { read, update } = await openShopWithReader()
  await update('late', noon + 45_000)
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  expect(await read(noon + 62_999)).toEqual(['Bolt 1'])
  expect(await read(noon + 63_000)).toEqual(['late 2'])
})

test('changes of orders are no changes of items', async () => {
  const { read, order, receive, item } = await openShopWithReader()
  engine.setTime(noon + 60_000)
  const { id } = await order([{ item_id: item, quantity_ordered: 5 }])
  expect(await read(noon + 61_000)).toEqual(['Bolt 1'])
  await receive(id)
  expect(await read(noon + 62_000)).toEqual(['Bolt 2'])
})

test('a change that was settled when the replica was loaded is not looked for', async () => {
  const shop = await openShop(engine.table)
  const { id } = await shop.stockItem('A')
  engine.setTime(noon + 60_000)
  const reader = another()
  await readItemCatalogue(reader, shop.companyId)
  await shop.updateItem(id, { name: 'Nut' })
  const { calls } = await measureCharge(reader, () => readItemCatalogue(reader, shop.companyId))
  expect(calls).toBe(1)
})
