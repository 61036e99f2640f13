import type { Meter, Table } from '../../store/client'
import { runConcurrently } from '../../store/concurrently'
import type { RowKind, RowTypes } from './row-kind'
import { Segment } from './segment'
import { rowsPerSegment, Segments } from './segments'
import type { CatalogueSource } from './source'

/** One page is on its way while another is unpacked. More would only wait for each other, and may time out. */
const partitionsAtOnce = 2

/** Reads and packs all rows, strongly consistent. */
export function packRows<Types extends RowTypes>(
  table: Table,
  companyId: string,
  { kind, readPartitions }: CatalogueSource<Types>,
  meter?: Meter,
): Promise<Segments<Types>> {
  return packPartitions(kind, readPartitions(table, companyId, meter))
}

/** Packs rows as they arrive. Each partition has its rows in the order of their ids. */
export async function packPartitions<Types extends RowTypes>(
  kind: RowKind<Types>,
  partitions: AsyncIterable<Types['row'][]>[],
): Promise<Segments<Types>> {
  const parts: Segment<Types>[][] = []
  await runConcurrently(partitions, partitionsAtOnce, async (pages) => {
    parts.push(await packPartition(kind, pages))
  })
  return Segments.merge(kind, parts)
}

async function packPartition<Types extends RowTypes>(
  kind: RowKind<Types>,
  pages: AsyncIterable<Types['row'][]>,
): Promise<Segment<Types>[]> {
  const segments: Segment<Types>[] = []
  let open: Types['row'][] = []
  for await (const page of pages) {
    open.push(...page)
    for (; open.length >= rowsPerSegment; open = open.slice(rowsPerSegment))
      segments.push(Segment.of(kind, open.slice(0, rowsPerSegment)))
  }
  return open.length > 0 ? [...segments, Segment.of(kind, open)] : segments
}
