import { Refusal } from '../domain/errors'
import { runCompanyJob } from '../operations/companies/company-jobs'
import { runRestore } from '../operations/snapshots/run-restore'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)

/**
 * Runs a restore to its end, from wherever it has come to. Does nothing for a company that is being erased, and for a
 * restore that has never begun: the request that asked did not know.
 */
export const handler = withMetrics(
  async ({ company_id, restore_id }: { company_id: string; restore_id: string }): Promise<void> => {
    const job = { companyId: company_id, name: 'run-restore' }
    const progress = await runCompanyJob(table, job, () => runRestore(table, company_id, restore_id)).catch(
      ignoreMissing,
    )
    if (progress === null)
      return logger.info('there is no such company, or no such restore', { company_id, restore_id })
    const { status, done, conflicts } = progress.restore
    logger.info('a restore has ended', { company_id, restore_id, status, done, conflicts: conflicts.length })
  },
)

function ignoreMissing(error: unknown): null {
  if (error instanceof Refusal && error.code === 'restore_not_found') return null
  throw error
}
