import type { Context, Workers } from './context'

/** How many rows are written, on average, before a compaction is requested. */
const rowsPerRequest = 1_000

/**
 * Much that is written and never listed would make the next cold list expensive. No process knows what all others
 * write, so each asks by chance, in proportion to the rows of its request.
 */
export async function requestCompactionByChance(
  { caller, workers }: Pick<Context, 'caller'> & { workers: Workers },
  rows: number,
): Promise<void> {
  if (Math.random() * rowsPerRequest < rows) await workers.requestCompaction(caller.companyId, null)
}
