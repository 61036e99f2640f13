import { runRestore } from '../operations/snapshots/run-restore'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { openTable } from '../store/client'

const table = openTable(env.TABLE_NAME)

/** Runs a restore to its end, from wherever it has come to. */
export async function handler({ company_id, restore_id }: { company_id: string; restore_id: string }): Promise<void> {
  const { restore } = await runRestore(table, company_id, restore_id)
  const { status, done, conflicts } = restore
  logger.info('a restore has ended', { company_id, restore_id, status, done, conflicts: conflicts.length })
}
