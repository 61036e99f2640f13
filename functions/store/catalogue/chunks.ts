import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../client'
import { concurrently } from '../concurrently'
import { keys, ttlAttribute, ttlOf } from '../schema'

/** Bytes of a chunk at the most: it must fit a row. */
export const maxChunkBytes = 380_000
const chunksAtOnce = 4

/** Bytes that were written once and never change, in rows of their own. `checksum` is the SHA-256 of all chunks, in hex. */
export type ChunkSet = { name: string; chunks: number; size_bytes: number; checksum: string }

/** The chunks are not what was written. */
export class Damaged extends Error {}

/**
 * Writes chunks under a name that nothing else has (a ulid, so that no company can name another's). They expire by themselves, at
 * `expiresAt` (epoch milliseconds).
 */
export async function putChunks(
  table: Table,
  name: string,
  chunks: Uint8Array[],
  expiresAt: number,
): Promise<ChunkSet> {
  await concurrently(chunks.entries(), chunksAtOnce, ([number, data]) => {
    const Item = { ...keys.chunk(name, number), data, [ttlAttribute]: ttlOf(expiresAt) }
    return table.db.send(new PutCommand({ TableName: table.name, Item }))
  })
  const size_bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  return { name, chunks: chunks.length, size_bytes, checksum: checksumOf(chunks) }
}

/** The chunks that were written under a name. Throws `Damaged` where one is missing, or is not what was written. */
export async function getChunks(
  table: Table,
  { name, chunks, checksum }: Pick<ChunkSet, 'name' | 'chunks'> & { checksum?: string },
): Promise<Uint8Array[]> {
  const found = await Promise.all(Array.from({ length: chunks }, (_, number) => getChunk(table, name, number)))
  if (checksum !== undefined && checksumOf(found) !== checksum) throw new Damaged(`the chunks of ${name} do not match`)
  return found
}

/** Chunks never change, so any copy will do; one that has not arrived everywhere yet is read strongly. */
async function getChunk(table: Table, name: string, number: number): Promise<Uint8Array> {
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
