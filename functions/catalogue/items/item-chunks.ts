import { type ChunkSet, getChunks, maxChunkBytes, putChunks } from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import { ItemSegment } from './item-segment'
import { ItemSegments } from './item-segments'
import { decodeSegment, encodeSegment } from './segment-codec'

/** Writes items, packed, under a name that nothing else has; they expire by themselves, at `expiresAt` (epoch milliseconds). */
export async function writeItemChunks(
  table: Table,
  name: string,
  { segments }: ItemSegments,
  expiresAt: number,
): Promise<ChunkSet> {
  return putChunks(table, name, segments.flatMap(chunksOf), expiresAt)
}

/** The items that were written under a name. Throws `Damaged` where they are not what was written. */
export async function readItemChunks(table: Table, chunks: Parameters<typeof getChunks>[1]): Promise<ItemSegments> {
  return new ItemSegments((await getChunks(table, chunks)).map(decodeSegment))
}

/** The chunks of a segment: one, unless its texts are so long that it does not fit. */
function chunksOf(segment: ItemSegment): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= maxChunkBytes) return [chunk]
  const items = Array.from({ length: segment.count }, (_, row) => segment.item(row))
  const half = items.length >> 1
  return [items.slice(0, half), items.slice(half)].flatMap((part) => chunksOf(ItemSegment.of(part)))
}
