import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { ItemSegment } from '../../domain/catalogue/item-segment'
import { ItemSegments } from '../../domain/catalogue/item-segments'
import { concurrently } from '../../domain/concurrently'
import type { Table } from '../client'
import { keys, ttlAttribute } from '../schema'
import { decodeSegment, encodeSegment } from './segment-codec'

/** Bytes of a chunk at the most: it must fit a row. */
const chunkBytes = 380_000
const chunksAtOnce = 4

/** Items that were written once and never change, in rows of their own. `checksum` is the SHA-256 of all chunks, in hex. */
export type ChunkSet = { name: string; chunks: number; size_bytes: number; checksum: string }

/** The chunks are not what was written. */
export class Damaged extends Error {}

/** Writes items under a name that nothing else has (a ulid, so that no company can name another's); they expire by themselves. */
export async function writeChunks(
  table: Table,
  name: string,
  { segments }: ItemSegments,
  expiresAt: number,
): Promise<ChunkSet> {
  const chunks = segments.flatMap(chunksOf)
  await concurrently(chunks.entries(), chunksAtOnce, ([number, data]) => {
    const Item = { ...keys.chunk(name, number), data, [ttlAttribute]: Math.ceil(expiresAt / 1_000) }
    return table.db.send(new PutCommand({ TableName: table.name, Item }))
  })
  const size_bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  return { name, chunks: chunks.length, size_bytes, checksum: checksumOf(chunks) }
}

/** The items that were written under a name. Throws `Damaged` where a chunk is missing, or is not what was written. */
export async function readChunks(
  table: Table,
  { name, chunks, checksum }: Pick<ChunkSet, 'name' | 'chunks'> & { checksum?: string },
): Promise<ItemSegments> {
  const read = await Promise.all(Array.from({ length: chunks }, (_, number) => readChunk(table, name, number)))
  if (checksum !== undefined && checksumOf(read) !== checksum) throw new Damaged(`the chunks of ${name} do not match`)
  return new ItemSegments(read.map(decodeSegment))
}

/** Chunks never change, so any copy will do; one that has not arrived everywhere yet is read strongly. */
async function readChunk(table: Table, name: string, number: number): Promise<Uint8Array> {
  const query = { TableName: table.name, Key: keys.chunk(name, number) }
  const early = await table.db.send(new GetCommand(query))
  const { Item } = early.Item ? early : await table.db.send(new GetCommand({ ...query, ConsistentRead: true }))
  if (!(Item?.data instanceof Uint8Array)) throw new Damaged(`chunk ${number} of ${name} is missing`)
  return Item.data
}

function checksumOf(chunks: Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** The chunks of a segment: one, unless its texts are so long that it does not fit. */
function chunksOf(segment: ItemSegment): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= chunkBytes) return [chunk]
  const items = Array.from({ length: segment.count }, (_, row) => segment.item(row))
  const half = items.length >> 1
  return [items.slice(0, half), items.slice(half)].flatMap((part) => chunksOf(ItemSegment.of(part)))
}
