import { gunzipSync, gzipSync } from 'node:zlib'
import { decodeTime, encodeTime } from 'ulid'
import { TextColumn } from '../text-column'
import type { ItemColumns } from './item-columns'
import { ItemSegment } from './item-segment'

// Before gzip, a chunk is the length of its header (4 bytes), the header as JSON, the number columns, the ids, and the
// text columns, each in the order of the lists below. Stored snapshots keep that order for years: add a new field at
// the end, as a text. In older chunks it is null. Times are differences, which compress better. An id is stored without
// its time if that equals `created_at`.

const timeFields = ['created_at', 'updated_at', 'deleted_at'] as const
const signedFields = ['quantity', 'reorder_point'] as const
const unsignedFields = ['rev', 'sequence'] as const
const wordFields = ['location', 'deleted_by'] as const
const textFields = ['name', 'sku', 'barcode'] as const

/** `texts`: the lengths of the ids and of each text column, in bytes. */
type Head = { count: number; timed: boolean; locations: string[]; users: string[]; texts: number[] }
type Times = Record<(typeof timeFields)[number], Float64Array>

const idLength = 26
const timeLength = 10

export function encodeSegment({ columns }: ItemSegment): Uint8Array {
  const { count, ids, location, deleted_by } = columns
  const timed = isTimed(columns)
  const texts = [timed ? stripTimes(ids, count) : ids, ...textFields.map((field) => columns[field].text)]
  const encoded = texts.map((text) => Buffer.from(text))
  const lengths = encoded.map(({ length }) => length)
  const head: Head = { count, timed, locations: location.words, users: deleted_by.words, texts: lengths }
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const times = subtract(columns)
  const numbers = [
    ...timeFields.map((field) => times[field]),
    ...[...signedFields, ...unsignedFields].map((field) => columns[field]),
    ...wordFields.map((field) => columns[field].numbers),
  ]
  return gzipSync(Buffer.concat([length, json, ...numbers.map(toBytes), ...encoded]))
}

export function decodeSegment(chunk: Uint8Array): ItemSegment {
  const bytes = gunzipSync(chunk)
  let at = 4 + bytes.readUInt32LE(0)
  const { count, timed, locations, users, texts }: Head = JSON.parse(bytes.toString('utf8', 4, at))
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const copy = (length: number) => Uint8Array.from(take(length)).buffer
  const times = add(takeColumns(timeFields, () => new Float64Array(copy(8 * count))))
  const signed = takeColumns(signedFields, () => new Int32Array(copy(4 * count)))
  const unsigned = takeColumns(unsignedFields, () => new Uint32Array(copy(4 * count)))
  const words = takeColumns(wordFields, (field) => ({
    words: field === 'location' ? locations : users,
    numbers: new Uint32Array(copy(4 * count)),
  }))
  const [ids = '', ...rest] = texts.map((length) => take(length).toString())
  const textColumns = takeColumns(textFields, () => new TextColumn(rest.shift() ?? '\n'.repeat(count), count))
  const all = timed ? restoreTimes(ids, times.created_at) : ids
  return new ItemSegment({ count, ids: all, ...times, ...signed, ...unsigned, ...words, ...textColumns })
}

function takeColumns<Field extends string, Column>(fields: readonly Field[], take: (field: Field) => Column) {
  return Object.fromEntries(fields.map((field) => [field, take(field)])) as Record<Field, Column>
}

/** True if the time in each id is `created_at`, as it is for all items that this service has created. */
function isTimed({ count, ids, created_at }: ItemColumns): boolean {
  for (let position = 0; position < count; position++) {
    const id = ids.slice(position * idLength, (position + 1) * idLength)
    if (decodeTime(id) !== created_at[position]) return false
  }
  return true
}

function stripTimes(ids: string, count: number): string {
  const strip = (_: unknown, at: number) => ids.slice(at * idLength + timeLength, (at + 1) * idLength)
  return Array.from({ length: count }, strip).join('')
}

function restoreTimes(tails: string, created_at: Float64Array): string {
  const length = idLength - timeLength
  const restore = (time: number, at: number) =>
    encodeTime(time, timeLength) + tails.slice(at * length, (at + 1) * length)
  return Array.from(created_at, restore).join('')
}

/** `created_at` from that of the previous item, `updated_at` from the `created_at` of the same item. */
function subtract({ created_at, updated_at, deleted_at }: Times): Times {
  return {
    created_at: created_at.map((time, at) => time - (created_at[at - 1] ?? 0)),
    updated_at: updated_at.map((time, at) => time - (created_at[at] ?? 0)),
    deleted_at,
  }
}

/** Changes `created_at` in place. */
function add({ created_at, updated_at, deleted_at }: Times): Times {
  for (let at = 1; at < created_at.length; at++) created_at[at] = (created_at[at] ?? 0) + (created_at[at - 1] ?? 0)
  return { created_at, updated_at: updated_at.map((time, at) => time + (created_at[at] ?? 0)), deleted_at }
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
