import { type Compaction, compactCompany } from '../operations/companies/compact-company'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)

/** Makes the next cold list of a company cheaper, where much was written. */
export const handler = withMetrics(async (event: Compaction): Promise<void> => {
  const { company_id } = event
  const bases = await compactCompany(table, event)
  if (bases === null) logger.info('the company is gone', { company_id })
  else if (bases.length > 0) logger.info('compacted', { company_id, bases })
})
