import { gunzipSync, gzipSync } from 'node:zlib'
import { decodeTime, encodeTime } from 'ulid'
import type { ItemColumns } from './item-columns'
import { ItemSegment } from './item-segment'

// A chunk, uncompressed: the length of its head (4 bytes), the head as JSON, the columns of numbers, the texts. Differences compress
// better than times, and of an id only what its time does not say is kept.

const idLength = 26
const timeLength = 10
const numberColumns = ['quantity', 'reorder_point', 'rev', 'sequence', 'location', 'deleted_by'] as const
const timeColumns = ['created_at', 'updated_at', 'deleted_at'] as const
const textColumns = ['ids', 'names', 'skus', 'barcodes'] as const

type Head = { count: number; timed: boolean; locations: string[]; users: string[]; texts: number[] }

/** A segment as the bytes of a base chunk. */
export function encodeSegment({ columns }: ItemSegment): Uint8Array {
  const timed = isTimed(columns)
  const ids = timed ? withoutTimes(columns) : columns.ids
  const texts = textColumns.map((name) => Buffer.from(name === 'ids' ? ids : columns[name]))
  const { count, locations, users } = columns
  const head: Head = { count, timed, locations, users, texts: texts.map(({ length }) => length) }
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const numbers = numberColumns.map((name) => bytesOf(columns[name]))
  const times = timeColumns.map((name) => bytesOf(differences(columns[name], name, columns)))
  return gzipSync(Buffer.concat([length, json, ...times, ...numbers, ...texts]))
}

/** The segment that `encodeSegment` made the bytes of. */
export function decodeSegment(chunk: Uint8Array): ItemSegment {
  const bytes = gunzipSync(chunk)
  let at = 4 + bytes.readUInt32LE(0)
  const { count, timed, locations, users, texts }: Head = JSON.parse(bytes.toString('utf8', 4, at))
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const floats = () => new Float64Array(Uint8Array.from(take(8 * count)).buffer)
  const [created_at, updated_at, deleted_at] = [floats(), floats(), floats()]
  for (let row = 0; row < count; row++) {
    created_at[row] = (created_at[row] ?? 0) + (created_at[row - 1] ?? 0)
    updated_at[row] = (updated_at[row] ?? 0) + (created_at[row] ?? 0)
  }
  const signed = () => new Int32Array(Uint8Array.from(take(4 * count)).buffer)
  const unsigned = () => new Uint32Array(Uint8Array.from(take(4 * count)).buffer)
  const [quantity, reorder_point] = [signed(), signed()]
  const [rev, sequence, location, deleted_by] = [unsigned(), unsigned(), unsigned(), unsigned()]
  const [ids = '', names = '', skus = '', barcodes = ''] = texts.map((length) => take(length).toString())
  return new ItemSegment({
    count,
    ids: timed ? withTimes(ids, created_at) : ids,
    names,
    skus,
    barcodes,
    locations,
    users,
    quantity,
    reorder_point,
    rev,
    sequence,
    location,
    deleted_by,
    created_at,
    updated_at,
    deleted_at,
  })
}

/** True where the time in each id is the time of creation: as it is for all that this service has made. */
function isTimed({ count, ids, created_at }: ItemColumns): boolean {
  for (let row = 0; row < count; row++)
    if (decodeTime(ids.slice(row * idLength, (row + 1) * idLength)) !== created_at[row]) return false
  return true
}

function withoutTimes({ count, ids }: ItemColumns): string {
  return Array.from({ length: count }, (_, row) => ids.slice(row * idLength + timeLength, (row + 1) * idLength)).join(
    '',
  )
}

function withTimes(tails: string, created: Float64Array): string {
  const length = idLength - timeLength
  return Array.from(
    created,
    (at, row) => encodeTime(at, timeLength) + tails.slice(row * length, (row + 1) * length),
  ).join('')
}

/** Creation since the row before, the last change since creation; deletion as it is. */
function differences(
  column: Float64Array,
  name: (typeof timeColumns)[number],
  { created_at }: ItemColumns,
): Float64Array {
  if (name === 'deleted_at') return column
  return column.map((at, row) => at - (name === 'created_at' ? (created_at[row - 1] ?? 0) : (created_at[row] ?? 0)))
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
