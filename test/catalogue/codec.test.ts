import { gunzipSync, gzipSync } from 'node:zlib'
import { encodeTime } from 'ulid'
import { decodeSegment, encodeSegment } from '../../functions/catalogue/columns/codec'
import { Segment } from '../../functions/catalogue/columns/segment'
import { type ItemTypes, itemKind } from '../../functions/catalogue/items/item-kind'
import { DamageError, FormatError } from '../../functions/domain/errors'
import type { Item } from '../../functions/domain/items/item'
import { makeNumberedItem } from '../support/numbered-item'

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
const unpack = (segment: Segment<ItemTypes>) => segment.listRows()
const encode = (rows: Item[]) => encodeSegment(Segment.of(itemKind, rows))

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
  return Buffer.concat([Uint8Array.of(1), gzipSync(Buffer.concat([length, json, columns]))])
}

test.each([
  ['whose ids tell when they were created', items, true],
  ['one of whose ids tells another time', items.with(7, { ...(items[7] as Item), created_at: time(1) }), false],
  ['that are none', [], true],
])('items %s come out of a chunk as they went in', (_, rows, timed) => {
  const chunk = encode(rows)
  expect(unpack(decodeSegment(itemKind, chunk))).toEqual(rows)
  expect(readHead(chunk).head).toMatchObject({ count: rows.length, timed })
})

test('a chunk of another version, and one without any, has a form that is not read', () => {
  const [version, ...rest] = encode(items)
  expect(version).toBe(1)
  for (const other of [[0, ...rest], [2, ...rest], rest, []])
    expect(() => decodeSegment(itemKind, Uint8Array.from(other))).toThrow(FormatError)
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
  ]
  for (const each of damaged) expect(() => decodeSegment(itemKind, each)).toThrow(DamageError)
})

test('an id is stored without a time that `created_at` tells', () => {
  const idsIn = (rows: Item[]) => readHead(encode(rows)).head.texts[0]
  expect(idsIn(items)).toBe(16 * 20)
  expect(idsIn(items.map((item) => ({ ...item, created_at: time(0) })))).toBe(26 * 20)
})

test('what was decoded can be encoded again, and gives the same chunk', () => {
  const chunk = encode(items)
  expect(readHead(encodeSegment(decodeSegment(itemKind, chunk)))).toEqual(readHead(chunk))
})

test('a text column that an older chunk does not have is null', () => {
  const { head, columns } = readHead(encode(items))
  const older = writeHead({ ...head, texts: head.texts.slice(0, -1) }, columns)
  expect(unpack(decodeSegment(itemKind, older))).toEqual(items.map((item) => ({ ...item, barcode: null })))
})
