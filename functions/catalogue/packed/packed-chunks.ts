import {
  type ChunkSet,
  getChunks,
  maxChunkBytes,
  type NewChunkSet,
  putChunks,
  readChunks,
} from '../../store/catalogue/chunks'
import type { Table } from '../../store/client'
import type { RowKind, RowTypes } from './row-kind'
import { Segment } from './segment'
import { decodeSegment, encodeSegment } from './segment-codec'
import { Segments } from './segments'

export async function writeSegments<Types extends RowTypes>(
  table: Table,
  chunkSet: NewChunkSet,
  { segments }: Segments<Types>,
): Promise<ChunkSet> {
  return putChunks(table, chunkSet, segments.flatMap(encodeChunks))
}

/** Throws `DamageError` as `getChunks` does. */
export async function readSegments<Types extends RowTypes>(
  table: Table,
  kind: RowKind<Types>,
  chunks: Parameters<typeof getChunks>[1],
): Promise<Segments<Types>> {
  const segments = (await getChunks(table, chunks)).map((chunk) => decodeSegment(kind, chunk))
  return new Segments(kind, segments)
}

/** The rows of one chunk after the other. Throws `DamageError` if a chunk is missing. */
export async function* readRowsByChunk<Types extends RowTypes>(
  table: Table,
  kind: RowKind<Types>,
  chunkSet: Pick<ChunkSet, 'name' | 'chunks'>,
): AsyncGenerator<Types['row'][]> {
  for await (const chunk of readChunks(table, chunkSet)) yield decodeSegment(kind, chunk).listRows()
}

/** Several chunks if the texts are too long for one. */
function encodeChunks<Types extends RowTypes>(segment: Segment<Types>): Uint8Array[] {
  const chunk = encodeSegment(segment)
  if (chunk.length <= maxChunkBytes) return [chunk]
  const rows = segment.listRows()
  const half = rows.length >> 1
  return [rows.slice(0, half), rows.slice(half)].flatMap((part) => encodeChunks(Segment.of(segment.kind, part)))
}
