import { runRestore } from '../operations/snapshots/run-restore'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { openTable } from '../store/client'
import { isKept } from '../store/companies/companies'

const table = openTable(env.TABLE_NAME)

/** Runs a restore to its end, from wherever it has come to. Does nothing for a company that was erased. */
export async function handler({ company_id, restore_id }: { company_id: string; restore_id: string }): Promise<void> {
  if (!(await isKept(table, company_id))) return logger.info('the company is gone', { company_id, restore_id })
  const { restore } = await runRestore(table, company_id, restore_id)
  const { status, done, conflicts } = restore
  logger.info('a restore has ended', { company_id, restore_id, status, done, conflicts: conflicts.length })
}
