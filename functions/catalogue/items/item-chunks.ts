import { type ChunkSet, getChunks, maxChunkBytes, putChunks } from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import { ItemSegment } from './item-segment'
import { ItemSegments } from './item-segments'
import { decodeSegment, encodeSegment } from './segment-codec'

export async function writeItemChunks(
  table: Table,
  name: string,
  { segments }: ItemSegments,
  expiresAt: number,
): Promise<ChunkSet> {
  return putChunks(table, name, segments.flatMap(encodeChunks), expiresAt)
}

/** Throws `DamageError` as `getChunks` does. */
export async function readItemChunks(table: Table, chunks: Parameters<typeof getChunks>[1]): Promise<ItemSegments> {
  return new ItemSegments((await getChunks(table, chunks)).map(decodeSegment))
}

/** Several chunks if the texts are too long for one. */
function encodeChunks(segment: ItemSegment): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= maxChunkBytes) return [chunk]
  const items = Array.from({ length: segment.count }, (_, row) => segment.getItem(row))
  const half = items.length >> 1
  return [items.slice(0, half), items.slice(half)].flatMap((part) => encodeChunks(ItemSegment.of(part)))
}
