import { createHash } from 'node:crypto'
import { decodeSegment } from '../../functions/catalogue/columns/codec'
import type { RowKind, RowTypes, Segment } from '../../functions/catalogue/columns/segment'
import { DamageError, readChunks } from '../../functions/store/catalogue/chunks'
import type { Table } from '../../functions/store/client'
import { isUnreadable } from './inspection'

/** What chunks hold. `fault`: in words, why they cannot be read, or null. */
export type ChunkContents = { rows: number; checksum: string; fault: string | null }

/** One chunk after the other. `visit` sees each part of the rows. */
export async function inspectChunks<Types extends RowTypes>(
  table: Table,
  kind: RowKind<Types>,
  chunkSet: { name: string; chunks: number },
  visit: (segment: Segment<Types>) => void = () => {},
): Promise<ChunkContents> {
  const hash = createHash('sha256')
  let rows = 0
  try {
    for await (const chunk of readChunks(table, chunkSet)) {
      hash.update(chunk)
      const segment = decodeSegment(kind, chunk)
      visit(segment)
      rows += segment.count
    }
    return { rows, checksum: hash.digest('hex'), fault: null }
  } catch (error) {
    if (!(error instanceof DamageError || isUnreadable(error))) throw error
    return { rows, checksum: '', fault: error.message }
  }
}
