import { findHead, isFresh } from '../store/catalogue/head'
import type { Context, Workers } from './context'

/** How many rows are written, on average, before a request looks whether a compaction is due. */
const rowsPerLook = 1_000

/**
 * Much that is written and never listed would make the next cold list expensive. No process knows what all others
 * write, so each looks by chance, in proportion to the rows of its request. Where many rows are written, most that look
 * find that a compaction has just been, and start none.
 */
export async function requestCompactionByChance(
  { table, caller, workers }: Pick<Context, 'table' | 'caller'> & { workers: Workers },
  rows: number,
): Promise<void> {
  if (Math.random() * rowsPerLook >= rows) return
  // A head that cannot be read is the compaction's to tell of: the request has other work.
  const head = await findHead(table, caller.companyId, 'items').catch(() => null)
  if (head === null || !isFresh(head, table.now())) await workers.requestCompaction(caller.companyId, null)
}
