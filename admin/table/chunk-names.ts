import * as z from 'zod'
import { keys } from '../../functions/store/table/schema'
import { queryPartitions, type Table } from '../../functions/store/table/table'

const ChunkSet = z.object({ name: z.string() })
/** A head has `base` and `deltas`, a snapshot `data`, a restore the other two. The lock of restores has none. */
const NamingRow = z.object({
  base: z.string().optional(),
  deltas: z.array(ChunkSet).optional(),
  data: z.string().optional(),
  wanted: ChunkSet.optional(),
  present: ChunkSet.optional(),
})

/** All sets of chunks that the company's head, snapshots and restores name, also those that have expired. */
export async function readChunkNames(table: Table, companyId: string): Promise<Set<string>> {
  const partitions = [keys.catalogue(companyId, ''), keys.snapshot(companyId, ''), keys.restoreLock(companyId)]
  const rows = await queryPartitions(
    table,
    partitions.map(({ pk }) => pk),
  )
  const names = rows.flatMap((row) => {
    const { base, deltas, data, wanted, present } = NamingRow.parse(row)
    return [base, ...(deltas ?? []).map(({ name }) => name), data, wanted?.name, present?.name]
  })
  return new Set(names.filter((name) => name !== undefined))
}
