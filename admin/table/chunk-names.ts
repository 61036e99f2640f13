import * as z from 'zod'
import { getOwner, keys, type RowKey } from '../../functions/store/table/schema'
import { queryPartitions, type Table } from '../../functions/store/table/table'

const ChunkSet = z.object({ name: z.string() })
/** A head has `base` and `deltas`, a snapshot `data`, a restore the other two. The lock of restores has none. */
const NamingRow = z.object({
  base: z.string().optional(),
  deltas: z.array(ChunkSet).default([]),
  data: z.string().optional(),
  wanted: ChunkSet.optional(),
  present: ChunkSet.optional(),
})

/** All sets of chunks that the company's head, snapshots and restores name, also those that have expired. */
export async function readChunkNames(table: Table, companyId: string): Promise<Set<string>> {
  const rows = await queryPartitions(table, listNamingPartitions(companyId))
  const names = rows.flatMap((row) => {
    const { base, deltas, data, wanted, present } = NamingRow.parse(row)
    return [base, ...deltas.map(({ name }) => name), data, wanted?.name, present?.name]
  })
  return new Set(names.filter((name) => name !== undefined))
}

export function listNamingPartitions(companyId: string): string[] {
  return [keys.catalogue(companyId, ''), keys.snapshot(companyId, ''), keys.restoreLock(companyId)].map(({ pk }) => pk)
}

/** `chunkNames`: what `readChunkNames` has found. Throws an `Error` for a row of an unknown kind. */
export function isOfCompany(
  row: RowKey & { company_id?: unknown },
  companyId: string,
  chunkNames: Set<string>,
): boolean {
  const owner = getOwner(row)
  if ('chunkSet' in owner) return chunkNames.has(owner.chunkSet)
  return 'companyId' in owner && owner.companyId === companyId
}
