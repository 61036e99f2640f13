import { createHash } from 'node:crypto'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { DamageError } from '../../domain/errors'
import { runConcurrently } from '../concurrently'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { putRow, type Table } from '../table/table'

/** In bytes. A chunk must fit a row. */
export const maxChunkBytes = 380_000
const writtenAtOnce = 4
/** More would hold many answers in memory, each a third larger than its chunk. */
const readAtOnce = 16

/** Never changes. `checksum`: the SHA-256 of all chunks, in hex. */
export type ChunkSet = { name: string; chunks: number; size_bytes: number; checksum: string }

/** Whose chunks are read, and which. */
export type NamedChunks = Pick<ChunkSet, 'name' | 'chunks'> & { companyId: string }

/** `expiresAt` is in epoch milliseconds. `name` is a ulid, so that no company can name another's chunks. */
export type NewChunkSet = { companyId: string; name: string; expiresAt: number }

/** The name must be unused. */
export async function putChunks(
  table: Table,
  { companyId, name, expiresAt }: NewChunkSet,
  chunks: Uint8Array[],
): Promise<ChunkSet> {
  await runConcurrently(chunks.entries(), writtenAtOnce, ([number, data]) => {
    const Item = { ...keys.chunk(name, number), company_id: companyId, data, [ttlAttribute]: toTtl(expiresAt) }
    return putRow(table, { Item })
  })
  const size_bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  return { name, chunks: chunks.length, size_bytes, checksum: computeChecksum(chunks) }
}

/** Throws `DamageError` if a chunk is missing, or if `checksum` is given and does not match. */
export async function getChunks(
  table: Table,
  { checksum, ...chunkSet }: NamedChunks & { checksum?: string },
): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  await runConcurrently(Array(chunkSet.chunks).keys(), readAtOnce, async (number) => {
    found[number] = await getChunk(table, chunkSet, number)
  })
  if (checksum !== undefined && computeChecksum(found) !== checksum)
    throw new DamageError(`the chunks of ${chunkSet.name} do not match`)
  return found
}

/** One after the other. Throws `DamageError` if one is missing. */
export async function* readChunks(table: Table, chunkSet: NamedChunks): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < chunkSet.chunks; number++) yield await getChunk(table, chunkSet, number)
}

/** Reads all chunks, one after the other. False if one is missing, or if they are not what was written. */
export async function areIntact(table: Table, chunkSet: NamedChunks & { checksum: string }) {
  const hash = createHash('sha256')
  try {
    for await (const chunk of readChunks(table, chunkSet)) hash.update(chunk)
  } catch (error) {
    if (error instanceof DamageError) return false
    throw error
  }
  return hash.digest('hex') === chunkSet.checksum
}

/**
 * Chunks never change: eventual consistency is enough, unless a chunk is not visible everywhere yet. One of another
 * company is missing here: a forged file of rows may name it.
 */
async function getChunk(table: Table, { companyId, name }: NamedChunks, number: number): Promise<Uint8Array> {
  const query = { TableName: table.name, Key: keys.chunk(name, number) }
  const early = await table.db.send(new GetCommand(query))
  const { Item } = early.Item ? early : await table.db.send(new GetCommand({ ...query, ConsistentRead: true }))
  if (!(Item?.data instanceof Uint8Array) || Item.company_id !== companyId)
    throw new DamageError(`chunk ${number} of ${name} is missing`)
  return Item.data
}

function computeChecksum(chunks: Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
