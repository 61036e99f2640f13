import { gunzipSync, gzipSync } from 'node:zlib'
import { decodeTime, encodeTime } from 'ulid'
import { DamageError, FormatError } from '../../domain/errors'
import { ulidLength } from '../../domain/time'
import { type ColumnLayout, type RowTypes, Segment } from './segment'

// A chunk is a byte with the version of its form (see `ColumnSet`), and gzip. That holds the length of the header
// (4 bytes), the header as JSON, the columns with as many bytes for each row, the ids, and the other columns, by the
// places of their fields. Times are differences, which compress better. An id is stored without its time if that equals
// `created_at`.

/** `words`: of dictionaries. `texts`: the lengths of the ids and of the columns after them, in bytes. */
type ChunkHeader = { count: number; timed: boolean; words: { [field: string]: string[] }; texts: number[] }
type Times = { created_at: Float64Array; updated_at: Float64Array }

const timeLength = 10

/** Several chunks where the texts are too long for one. */
export function encodeChunks<Types extends RowTypes>(segment: Segment<Types>, maxChunkBytes: number): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= maxChunkBytes) return [chunk]
  const rows = segment.listRows()
  const half = rows.length >> 1
  const parts = [rows.slice(0, half), rows.slice(half)]
  return parts.flatMap((part) => encodeChunks(Segment.of(segment.layout, part), maxChunkBytes))
}

export function encodeSegment<Types extends RowTypes>({ layout, rows }: Segment<Types>): Uint8Array {
  const { count, ids, columns } = rows
  const timed = isTimed(ids, columns.created_at)
  const { fixed, varied, words } = layout.columns.store({ ...columns, ...subtract(columns) })
  const texts = [Buffer.from(timed ? stripTimes(ids, count) : ids), ...varied]
  const header: ChunkHeader = { count, timed, words, texts: texts.map(({ length }) => length) }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([
    Uint8Array.of(layout.columns.version),
    gzipSync(Buffer.concat([length, json, ...fixed, ...texts])),
  ])
}

/** Throws `FormatError` where the chunk has a later version, and `DamageError` where it cannot be read. */
export function decodeSegment<Types extends RowTypes>(layout: ColumnLayout<Types>, chunk: Uint8Array): Segment<Types> {
  const [version = 0] = chunk
  const newest = layout.columns.version
  if (version < 1 || version > newest) throw new FormatError(`a chunk has the form ${version}, and not up to ${newest}`)
  try {
    return unpackSegment(layout, version, gunzipSync(chunk.subarray(1)))
  } catch (error) {
    throw new DamageError('a chunk cannot be read', { cause: error })
  }
}

function unpackSegment<Types extends RowTypes>(
  layout: ColumnLayout<Types>,
  version: number,
  bytes: Buffer,
): Segment<Types> {
  const jsonEnd = 4 + bytes.readUInt32LE(0)
  const { count, timed, words, texts }: ChunkHeader = JSON.parse(bytes.toString('utf8', 4, jsonEnd))
  let at = jsonEnd
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const fixed = take(layout.columns.countRowBytes(version) * count)
  const [idBytes = bytes.subarray(0, 0), ...varied] = texts.map(take)
  let fixedAt = 0
  const columns = layout.columns.load({ count, version }, (length, field) => {
    fixedAt += length ?? 0
    const column = length === null ? varied.shift() : fixed.subarray(fixedAt - length, fixedAt)
    if (column === undefined) throw new RangeError(`there is no column ${field}`)
    return { bytes: column, words: words[field] }
  })
  const added: Types['columns'] = { ...columns, ...add(columns) }
  const ids = timed ? restoreTimes(idBytes.toString(), added.created_at) : idBytes.toString()
  return new Segment(layout, { count, ids, columns: added })
}

/** True if the time in each id is `created_at`, as it is for all rows that this service has created. */
function isTimed(ids: string, created_at: Float64Array): boolean {
  return created_at.every((time, at) => decodeTime(ids.slice(at * ulidLength, (at + 1) * ulidLength)) === time)
}

function stripTimes(ids: string, count: number): string {
  const strip = (_: unknown, at: number) => ids.slice(at * ulidLength + timeLength, (at + 1) * ulidLength)
  return Array.from({ length: count }, strip).join('')
}

function restoreTimes(tails: string, created_at: Float64Array): string {
  const length = ulidLength - timeLength
  const restore = (time: number, at: number) =>
    encodeTime(time, timeLength) + tails.slice(at * length, (at + 1) * length)
  return Array.from(created_at, restore).join('')
}

/** `created_at` from that of the previous row, `updated_at` from the `created_at` of the same row. */
function subtract({ created_at, updated_at }: Times): Times {
  return {
    created_at: created_at.map((time, at) => time - (created_at[at - 1] ?? 0)),
    updated_at: updated_at.map((time, at) => time - (created_at[at] ?? 0)),
  }
}

function add(stored: Times): Times {
  const created_at = Float64Array.from(stored.created_at)
  for (let at = 1; at < created_at.length; at++) created_at[at] = (created_at[at] ?? 0) + (created_at[at - 1] ?? 0)
  return { created_at, updated_at: stored.updated_at.map((time, at) => time + (created_at[at] ?? 0)) }
}
