import { gunzipSync } from 'node:zlib'
import { decodeSegment, encodeSegment } from '../../functions/catalogue/columns/codec'
import type { RowKind, RowTypes } from '../../functions/catalogue/columns/segment'
import { readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { itemKind } from '../../functions/catalogue/items/item-kind'
import { readCountedLog } from '../../functions/catalogue/log/counted-log'
import { readBlocksOfDay } from '../../functions/catalogue/log/final-days'
import { listOrderHeaders } from '../../functions/catalogue/orders/order-catalogue'
import { headerKind, indexedOrderKind } from '../../functions/catalogue/orders/order-kind'
import { LogCounts } from '../../functions/domain/log/log-counts'
import { type BaseName, findHead } from '../../functions/store/catalogue/head'
import type { Table } from '../../functions/store/client'
import { packParts, unpackParts } from '../../functions/store/log/counted-parts'
import type { Row } from '../../functions/store/schema'
import { measureCharge } from '../support/capacity'
import { putRows } from '../support/put-rows'
import stored from '../support/stored/2026-11-27.json'
import { noon, startTestTable, type TestTable } from '../support/table'

// Rows that the code of 2026-11-27 has written: heads, chunks of bases and deltas, counts of days and blocks. Stored
// rows live for years: these must be read as they are. Another form of chunks has another version, and another file.

const { companyId, countedId, itemId, lists, counts } = stored
const binary = (value: unknown) =>
  typeof value === 'object' && value !== null && 'base64' in value ? Buffer.from(String(value.base64), 'base64') : value
const rows: Row[] = stored.rows.map((row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, binary(value)])),
)
/** Without the version of the form. */
const unzip = (chunk: Uint8Array) => gunzipSync(chunk.subarray(1))
const bytesOf = (row: Row | undefined, name: string): Uint8Array => {
  const bytes = row?.[name]
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`a row has no ${name}`)
  return bytes
}

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
  await putRows(engine.table, rows)
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon + 60_000))

/** A process with nothing in memory. */
const another = (): Table => ({ ...engine.table })
const page = { limit: 100, offset: 0, sort: 'created_at' } as const

test('items, trash, orders and orders by item are listed from the bases and deltas', async () => {
  const catalogue = await readItemCatalogue(another(), companyId)
  expect(catalogue.list({ ...page, where: 'live', now: noon }).rows).toEqual(lists.items)
  expect(catalogue.list({ ...page, where: 'trash', now: noon }).rows).toEqual(lists.trash)
  expect((await listOrderHeaders(another(), companyId, page)).rows).toEqual(lists.orders)
  const byItem = await listOrderHeaders(another(), companyId, { ...page, item_id: itemId })
  expect(byItem.rows).toEqual(lists.ordersByItem)
  expect([lists.items, lists.trash, lists.orders, lists.ordersByItem].map(({ length }) => length)).toEqual([
    11, 2, 6, 2,
  ])
})

const rewriteAs =
  <Types extends RowTypes>(kind: RowKind<Types>) =>
  (chunk: Uint8Array) =>
    encodeSegment(decodeSegment(kind, chunk))
const rewriters: [BaseName, (chunk: Uint8Array) => Uint8Array][] = [
  ['items', rewriteAs(itemKind)],
  ['orders', rewriteAs(headerKind)],
  ['orders_by_item', rewriteAs(indexedOrderKind)],
]

test.each(rewriters)('the chunks of %s are those that would be written today', async (name, rewrite) => {
  const head = await findHead(engine.table, companyId, name)
  if (head === null) throw new Error('there is no base')
  expect(head.deltas).toHaveLength(1)
  for (const { name, chunks } of [{ name: head.base, chunks: head.chunks }, ...head.deltas]) {
    expect(chunks).toBe(1)
    const chunk = bytesOf(
      rows.find(({ pk }) => pk === `CHUNK#${name}#0`),
      'data',
    )
    expect(unzip(rewrite(chunk))).toEqual(unzip(chunk))
  }
})

test('the counts of days and blocks are read, and those that would be written today', async () => {
  const { days, blocks } = await readCountedLog(engine.table, countedId)
  expect(JSON.parse(JSON.stringify([...days]))).toEqual(counts.days)
  expect(JSON.parse(JSON.stringify(blocks))).toEqual(counts.blocks)
  expect(blocks.map((block) => block.counts.rows)).toEqual([500, 500])
  const packed = rows.flatMap((row) => (row.packed === undefined ? [] : [bytesOf(row, 'packed')]))
  expect(packed).toHaveLength(3)
  for (const each of packed) expect(gunzipSync(packParts(unpackParts(each)))).toEqual(gunzipSync(each))
})

test('the blocks of a final day are read, and not counted again', async () => {
  const [[day, byCombination]] = counts.days as [[number, Record<string, number>]]
  const open = () => readBlocksOfDay(engine.table, countedId, { day, counts: LogCounts.parse(byCombination) })
  expect(JSON.parse(JSON.stringify(await open()))).toEqual(counts.blocksOfDay)
  expect((await measureCharge(engine.table, open)).calls).toBe(1)
})
