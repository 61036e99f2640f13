import { env } from '../http/env'
import { logger } from '../http/logger'
import { openTable } from '../store/client'
import { hasFreshBase, writeBase } from '../store/items/catalogue-base'

const table = openTable(env.TABLE_NAME)

/** Gives a company's catalogue a new base, so that the next cold list reads that instead of every row. May run twice. */
export async function handler({ company_id }: { company_id: string }): Promise<void> {
  if (await hasFreshBase(table, company_id)) return
  const head = await writeBase(table, company_id)
  logger.info(head ? 'a new base' : 'another compaction was first', { company_id, ...head })
}
