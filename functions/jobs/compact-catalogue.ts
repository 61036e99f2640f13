import { hasFreshBase, writeBase } from '../catalogue/items/item-base'
import { env } from '../runtime/env'
import { logger } from '../runtime/logger'
import { openTable } from '../store/client'
import { isKept } from '../store/companies/companies'

const table = openTable(env.TABLE_NAME)

/** Writes a new base, so that the next cold list does not read every row. Safe to run twice. */
export async function handler({ company_id }: { company_id: string }): Promise<void> {
  if (!(await isKept(table, company_id)) || (await hasFreshBase(table, company_id))) return
  const head = await writeBase(table, company_id)
  logger.info(head ? 'a new base' : 'another compaction was first', { company_id, ...head })
}
