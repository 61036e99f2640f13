import { hasFreshBase, writeBase } from '../catalogue/items/item-base'
import { countSettled, readCountedLog } from '../catalogue/log/counted-log'
import { runCompanyJob } from '../operations/companies/company-jobs'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { openTable } from '../store/client'

const table = openTable(env.TABLE_NAME)

/**
 * Writes a new base, so that the next cold list does not read every row, and counts the log, since much was written.
 * Safe to run twice. Does nothing for a company that is being erased, or is gone.
 */
export async function handler({ company_id }: { company_id: string }): Promise<void> {
  if (await hasFreshBase(table, company_id)) return
  const job = { companyId: company_id, name: 'compact-catalogue' }
  const head = await runCompanyJob(table, job, async () => {
    const written = await writeBase(table, company_id)
    await countSettled(table, company_id, await readCountedLog(table, company_id))
    return written
  })
  logger.info(head ? 'a new base' : 'another compaction was first, or the company is gone', { company_id, ...head })
}
