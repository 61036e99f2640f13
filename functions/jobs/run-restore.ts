import { env } from '../http/env'
import { logger } from '../http/logger'
import { openTable } from '../store/client'
import { runRestore } from '../store/snapshots/run-restore'

const table = openTable(env.TABLE_NAME)

/** Brings a restore to its end, from wherever it has come to. */
export async function handler({ company_id, restore_id }: { company_id: string; restore_id: string }): Promise<void> {
  const { status, done, conflicts } = await runRestore(table, company_id, restore_id)
  logger.info('a restore has ended', { company_id, restore_id, status, done, conflicts: conflicts.length })
}
