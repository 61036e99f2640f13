import { baseWriters } from '../catalogue/bases'
import { countSettled, readCountedLog } from '../catalogue/log/counted-log'
import { hasFreshBase } from '../catalogue/packed/base'
import { runCompanyJob } from '../operations/companies/company-jobs'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import type { BaseName } from '../store/catalogue/head'
import { openTable } from '../store/client'

const table = openTable(env.TABLE_NAME)

/** Functions of the release before name no base: they ask for that of the items. */
type CompactionEvent = { company_id: string; base?: BaseName }

/**
 * Writes a new base, so that the next cold list does not read every row, and counts the log, since much was written.
 * Safe to run twice. Does nothing for a company that is being erased, or is gone.
 */
export async function handler({ company_id, base = 'items' }: CompactionEvent): Promise<void> {
  if (await hasFreshBase(table, company_id, base)) return
  const job = { companyId: company_id, name: 'compact-catalogue' }
  const head = await runCompanyJob(table, job, async () => {
    const written = await baseWriters[base](table, company_id)
    await countSettled(table, company_id, await readCountedLog(table, company_id))
    return written
  })
  const outcome = head ? 'a new base' : 'another compaction was first, or the company is gone'
  logger.info(outcome, { company_id, name: base, ...head })
}
