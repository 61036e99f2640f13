import { gunzipSync, gzipSync } from 'node:zlib'
import { encodeTime } from 'ulid'
import { decodeSegment, encodeSegment } from '../../functions/catalogue/columns/codec'
import { ColumnSet } from '../../functions/catalogue/columns/column'
import { columnKinds } from '../../functions/catalogue/columns/column-kinds'
import { type ColumnLayout, type RowTypes, Segment } from '../../functions/catalogue/columns/segment'
import { readItemCatalogue } from '../../functions/catalogue/items/item-catalogue'
import { type ItemTypes, itemLayout } from '../../functions/catalogue/items/item-layout'
import type { Block } from '../../functions/catalogue/log/blocks'
import { readCountedLog } from '../../functions/catalogue/log/counted-log'
import { readBlocksOfDay } from '../../functions/catalogue/log/final-days'
import { listOrderHeaders } from '../../functions/catalogue/orders/order-catalogue'
import { headerLayout, indexedOrderLayout } from '../../functions/catalogue/orders/order-layout'
import { DamageError, FormatError } from '../../functions/domain/errors'
import { mapFields } from '../../functions/domain/fields'
import { type Item, toItem, type toItemValues } from '../../functions/domain/items/item'
import { itemFields } from '../../functions/domain/items/item-fields'
import { LogCounts, type UnitsByMovement } from '../../functions/domain/log/log-counts'
import { type BaseName, findHead } from '../../functions/store/catalogue/head'
import { packParts, unpackParts } from '../../functions/store/log/counted-parts'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { measureCharge } from '../support/capacity'
import { makeNumberedItem } from '../support/numbered-item'
import { putRows } from '../support/put-rows'
import stored from '../support/stored/version-1.json'
import { noon, useTable } from '../support/table'

// Rows of version 1, as the code has written them: heads, chunks of bases and deltas, counts of days and blocks. Stored
// rows live for years: these must be read as they are. Another form has another version, a reader, and another file.

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

const engine = useTable()
beforeAll(() => putRows(engine.table, rows))
beforeEach(() => engine.setTime(noon + 60_000))

/** A process with nothing in memory. */
const another = (): Table => ({ ...engine.table })
const isFirst = ([, field]: [string, object]) => !('since' in field)
const later = Object.entries(itemFields).filter((entry) => !isFirst(entry))
/** With the fields that came later. */
const addUnset = <Some extends object>(item: Some) => ({
  ...item,
  ...Object.fromEntries(later.map(([name]) => [name, null])),
})
/** The file has the fields of items side by side. */
const readListed = (listed: ReturnType<typeof toItemValues>[]) => listed.map((item) => addUnset(toItem(item)))
const page = { limit: 100, offset: 0, sort: 'created_at' } as const

test('items, trash, orders and orders by item are listed from the bases and deltas', async () => {
  const catalogue = await readItemCatalogue(another(), companyId)
  expect(catalogue.list({ ...page, where: 'live', now: noon }).rows).toEqual(readListed(lists.items))
  expect(catalogue.list({ ...page, where: 'trash', now: noon }).rows).toEqual(readListed(lists.trash))
  expect((await listOrderHeaders(another(), companyId, page)).rows).toEqual(lists.orders)
  const byItem = await listOrderHeaders(another(), companyId, { ...page, item_id: itemId })
  expect(byItem.rows).toEqual(lists.ordersByItem)
  const counted = [lists.items, lists.trash, lists.orders, lists.ordersByItem].map(({ length }) => length)
  expect(counted).toEqual([11, 2, 6, 2])
})

/** The layout of items with other fields. */
function layOut(fields: object): ColumnLayout<ItemTypes> {
  const all = fields as typeof itemFields
  return {
    ...itemLayout,
    columns: new ColumnSet<ItemTypes['values'], ItemTypes['columns']>(mapFields(all, 'column', columnKinds), all),
  }
}
const firstFields = Object.fromEntries(Object.entries(itemFields).filter(isFirst))

const rewriteAs =
  <Types extends RowTypes>(layout: ColumnLayout<Types>) =>
  (chunk: Uint8Array) =>
    encodeSegment(decodeSegment(layout, chunk))
const rewriters: [BaseName, (chunk: Uint8Array) => Uint8Array][] = [
  ['items', rewriteAs(layOut(firstFields))],
  ['orders', rewriteAs(headerLayout)],
  ['orders_by_item', rewriteAs(indexedOrderLayout)],
]

test.each(rewriters)(
  'the chunks of %s are those that would be written today of the fields of version 1',
  async (name, rewrite) => {
    const head = await findHead(engine.table, companyId, name)
    if (head === null) throw new Error('there is no base')
    expect(head.deltas).toHaveLength(1)
    for (const { name, chunks } of [{ name: head.base, chunks: head.chunks }, ...head.deltas]) {
      expect(chunks).toBe(1)
      const row = rows.find(({ pk }) => pk === `CHUNK#${name}#0`)
      const chunk = bytesOf(row, 'data')
      expect(unzip(rewrite(chunk))).toEqual(unzip(chunk))
    }
  },
)

const showBlock = ({ counts, ...block }: Block) => ({ ...block, counts: counts.toJSON(), units: counts.units })

test('the counts of days and blocks are read, and those that would be written today', async () => {
  const { days, blocks } = await readCountedLog(engine.table, countedId)
  expect([...days].map(([day, each]) => [day, each.toJSON(), each.units])).toEqual(counts.days)
  expect(blocks.map(showBlock)).toEqual(counts.blocks)
  expect(blocks.map((block) => block.counts.rows)).toEqual([500, 500])
  const packed = rows.flatMap((row) => (row.packed === undefined ? [] : [bytesOf(row, 'packed')]))
  expect(packed).toHaveLength(3)
  for (const each of packed) expect(gunzipSync(packParts(unpackParts(each)))).toEqual(gunzipSync(each))
})

test('the blocks of a final day are read, and not counted again', async () => {
  const [[day, byCombination, units]] = counts.days as unknown as [[number, Record<string, number>, UnitsByMovement]]
  const open = () => readBlocksOfDay(engine.table, countedId, { day, counts: LogCounts.parse(byCombination, units) })
  expect((await open()).map(showBlock)).toEqual(counts.blocksOfDay)
  expect((await measureCharge(engine.table, open)).calls).toBe(1)
})

const newest = itemLayout.columns.version
const created = Date.UTC(2026, 0, 1)
const time = (ms: number) => new Date(created + ms).toISOString()

/** Their ids begin with the time when they were created, as those of the service do. */
const items = Array.from({ length: 20 }, (_, n) =>
  makeNumberedItem(n, {
    id: `itm_${encodeTime(created + n * 1_000, 10)}${String(n).padStart(16, '0')}`,
    name: `Ünïcode 🔩 ${n}`,
    quantity: n * 100_000_000,
    location: n % 3 === 0 ? null : `Aisle ${n % 3}`,
    barcode: n % 2 === 0 ? null : String(n),
    reorder_point: n % 4 === 0 ? null : n,
    created_at: time(n * 1_000),
    updated_at: time(n * 1_000 + n),
    rev: n + 1,
    sequence: n,
    deleted_at: n % 5 === 0 ? time(99_999) : null,
    deleted_by: n % 5 === 0 ? `usr_${n}` : null,
  }),
)
const encode = (rows: Item[]) => encodeSegment(Segment.of(itemLayout, rows))

/** After its version and before gzip, a chunk is the length of its header, the header as JSON, and the columns. */
function readHead(chunk: Uint8Array) {
  const bytes = gunzipSync(chunk.subarray(1))
  const end = 4 + bytes.readUInt32LE(0)
  return { head: JSON.parse(bytes.toString('utf8', 4, end)), columns: bytes.subarray(end) }
}
function writeHead(head: object, columns: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([Uint8Array.of(newest), gzipSync(Buffer.concat([length, json, columns]))])
}

test.each([
  ['whose ids tell when they were created', items, true],
  ['one of whose ids tells another time', items.with(7, { ...(items[7] as Item), created_at: time(1) }), false],
  ['that are none', [], true],
])('items %s come out of a chunk as they went in', (_, rows, timed) => {
  const chunk = encode(rows)
  expect(decodeSegment(itemLayout, chunk).listRows()).toEqual(rows)
  expect(readHead(chunk).head).toMatchObject({ count: rows.length, timed })
})

test('a chunk of another version, and one without any, has a form that is not read', () => {
  const [version, ...rest] = encode(items)
  expect(version).toBe(newest)
  for (const other of [[0, ...rest], [newest + 1, ...rest], rest, []])
    expect(() => decodeSegment(itemLayout, Uint8Array.from(other))).toThrow(FormatError)
})

test('a chunk of the version before is read: what came later is null in each row', () => {
  const place = Object.keys(itemFields).length
  const next = layOut({ ...itemFields, later: { ...itemFields.barcode, place, since: newest + 1 } })
  const grown = items.map((item, n) => ({ ...item, later: n % 2 === 0 ? null : `Later ${n}` }))
  const chunk = encodeSegment(Segment.of(next, grown))
  expect(chunk[0]).toBe(newest + 1)
  expect(decodeSegment(next, chunk).listRows()).toEqual(grown)
  expect(decodeSegment(next, encode(items)).listRows()).toEqual(items.map((item) => ({ ...item, later: null })))
  expect(() => decodeSegment(itemLayout, chunk)).toThrow(FormatError)
  const first = encodeSegment(Segment.of(layOut(firstFields), items))
  expect(decodeSegment(itemLayout, first).listRows()).toEqual(items.map(addUnset))
})

test('whatever bytes of a chunk are lost or changed, it is damage', () => {
  const chunk = encode(items)
  const { head, columns } = readHead(chunk)
  const damaged = [
    chunk.subarray(0, 1),
    chunk.subarray(0, -1),
    chunk.with(chunk.length >> 1, 255 - (chunk[chunk.length >> 1] ?? 0)),
    writeHead(head, columns.subarray(0, -1)),
    writeHead({ ...head, count: 19 }, columns),
    writeHead({ ...head, texts: 7 }, columns),
    writeHead({ ...head, texts: head.texts.slice(0, -1) }, columns),
  ]
  for (const each of damaged) expect(() => decodeSegment(itemLayout, each)).toThrow(DamageError)
})

test('an id is stored without a time that `created_at` tells', () => {
  const idsIn = (rows: Item[]) => readHead(encode(rows)).head.texts[0]
  expect(idsIn(items)).toBe(16 * 20)
  expect(idsIn(items.map((item) => ({ ...item, created_at: time(0) })))).toBe(26 * 20)
})
