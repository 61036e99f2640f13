import type { Item } from '../../domain/items/item'
import {
  type ChunkSet,
  getChunks,
  maxChunkBytes,
  type NewChunkSet,
  putChunks,
  readChunks,
} from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import { ItemSegment } from './item-segment'
import { ItemSegments } from './item-segments'
import { decodeSegment, encodeSegment } from './segment-codec'

export async function writeItemChunks(
  table: Table,
  chunkSet: NewChunkSet,
  { segments }: ItemSegments,
): Promise<ChunkSet> {
  return putChunks(table, chunkSet, segments.flatMap(encodeChunks))
}

/** Throws `DamageError` as `getChunks` does. */
export async function readItemChunks(table: Table, chunks: Parameters<typeof getChunks>[1]): Promise<ItemSegments> {
  return new ItemSegments((await getChunks(table, chunks)).map(decodeSegment))
}

/** The items of one chunk after the other. Throws `DamageError` if a chunk is missing. */
export async function* readItemsByChunk(
  table: Table,
  chunkSet: Pick<ChunkSet, 'name' | 'chunks'>,
): AsyncGenerator<Item[]> {
  for await (const chunk of readChunks(table, chunkSet)) {
    const segment = decodeSegment(chunk)
    yield Array.from({ length: segment.count }, (_, row) => segment.getItem(row))
  }
}

/** Several chunks if the texts are too long for one. */
function encodeChunks(segment: ItemSegment): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= maxChunkBytes) return [chunk]
  const items = Array.from({ length: segment.count }, (_, row) => segment.getItem(row))
  const half = items.length >> 1
  return [items.slice(0, half), items.slice(half)].flatMap((part) => encodeChunks(ItemSegment.of(part)))
}
