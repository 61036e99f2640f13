import type { Meter, Table } from '../../store/client'
import { MergedPartitions } from './merged-partitions'
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
  const merged = new MergedPartitions(partitions)
  const segments: Segment<Types>[] = []
  for (let rows = await merged.read(rowsPerSegment); rows.length > 0; rows = await merged.read(rowsPerSegment))
    segments.push(Segment.of(kind, rows))
  return new Segments(kind, segments)
}
