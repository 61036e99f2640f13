import { needsNewBase } from '../catalogue/items/item-base'
import { countClosedDays } from '../catalogue/log/log-days'
import { planNames } from '../domain/companies/plan'
import { env } from '../runtime/env'
import { asError, logger } from '../runtime/logger'
import { requestCompaction } from '../runtime/workers'
import { openTable } from '../store/client'
import { companiesOfPlan } from '../store/companies/companies'

const table = openTable(env.TABLE_NAME)

/** Counts yesterday's log of each company, and asks for a new base of each catalogue whose base has aged. */
export async function handler(): Promise<void> {
  let failed = 0
  for (const plan of planNames)
    for await (const id of companiesOfPlan(table, plan)) if (!(await keepUp(id))) failed += 1
  if (failed > 0) throw new Error(`The upkeep of ${failed} companies failed: see the log.`)
}

/** Answers whether it succeeded: one company that fails is no reason to leave out the next. */
async function keepUp(companyId: string): Promise<boolean> {
  try {
    await countClosedDays(table, companyId)
    if (await needsNewBase(table, companyId)) await requestCompaction(companyId)
    return true
  } catch (error) {
    logger.error('the upkeep of a company failed', { company_id: companyId, error: asError(error) })
    return false
  }
}
