import { readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { listHeldRows, readLogReplica } from '../../functions/catalogue/log/log-replica'
import type { Table } from '../../functions/store/client'
import { measureReading } from '../support/capacity'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

const spreadMs = 4_000

/** A company with so many young log rows of one item, and a reader that knows them. Its last read began at 6 s. */
async function openKnownLog(rows: number, list: (table: Table, companyId: string) => Promise<number>) {
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
  const change = (ms: number) => {
    rev += 1
    return makeLogRow(companyId, { at: noon + ms, rev })
  }
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

test.each(lists)('a list of %s counts what it knows: only what is new comes over the wire', async (_, list) => {
  const { read, change, put } = await openKnownLog(400, list)
  expect(await read(6_010)).toMatchObject({ revisions: 400, calls: 2, rows: 0 })
  await put([change(5_500), change(6_015)])
  expect(await read(6_020)).toMatchObject({ revisions: 402, calls: 2, rows: 2 })
  expect(await read(9_500)).toMatchObject({ revisions: 402, calls: 2, rows: 2 }) // a long read
})

test.each(lists)('a list of %s reads all where a row has appeared among those that it knows', async (_, list) => {
  const { read, change, put } = await openKnownLog(400, list)
  await put([change(3_000)])
  expect(await read(6_010)).toMatchObject({ revisions: 401, calls: 2, rows: 401 })
  expect(await read(6_020)).toMatchObject({ revisions: 401, calls: 2, rows: 0 })
})

test('what the next long read reads again is remembered', async () => {
  const { read, change, put } = await openKnownLog(400, listRevisions)
  await put(Array.from({ length: 310 }, (__, n) => change(20_000 + n)))
  expect(await read(23_000)).toMatchObject({ revisions: 710, calls: 2, rows: 310 })
  expect(await read(40_000)).toMatchObject({ revisions: 710, calls: 2, rows: 0 })
  expect(await read(60_000)).toMatchObject({ revisions: 710, calls: 1, rows: 0 })
})

test('fewer rows are read again: a second query could cost a unit more', async () => {
  const { read } = await openKnownLog(200, listRevisions)
  expect(await read(6_010)).toMatchObject({ revisions: 200, calls: 1, rows: 200 })
})
