import type { Meter, Table } from '../../store/client'
import type { RowKind, RowTypes } from './row-kind'
import { Segment } from './segment'
import { rowsPerSegment, Segments } from './segments'
import type { CatalogueSource } from './source'

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
  return Segments.merge(kind, await Promise.all(partitions.map((pages) => packPartition(kind, pages))))
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
