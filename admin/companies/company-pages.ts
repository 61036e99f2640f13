import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { findRows } from '../../functions/store/table/batch-read'
import { keys } from '../../functions/store/table/schema'
import { ofPartition, queryAll, type Table } from '../../functions/store/table/table'

/** Rows that are read at once, by calls of 100 each. */
const readAtOnce = 400

/** Sorted by id, without those that are being erased. */
export async function readCompanies(table: Table): Promise<Company[]> {
  const ids = await readCompanyIds(table)
  const companies: Company[] = []
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await findRows(table, ids.slice(from, from + readAtOnce).map(keys.company))
    for (const row of rows) if (row) companies.push(parseCompany(row)) // one that was erased since has none
  }
  return companies
}

/** Of all plans, in ascending order. `after`: an id, for those that come after it. */
export async function readCompanyIds(table: Table, after = ''): Promise<string[]> {
  const plans = await Promise.all(planNames.map((plan) => readIdsOfPlan(table, plan, after)))
  return [...new Set(plans.flat())].sort() // one whose plan has just changed may be met under both
}

async function readIdsOfPlan(table: Table, plan: Plan, after: string): Promise<string[]> {
  const { pk, sk } = keys.companyOfPlan(plan, after)
  const { length } = keys.companyOfPlan(plan, '').sk
  const query = ofPartition(pk, 'sk > :after', { ':after': sk })
  const rows = await queryAll(table, { ...query, ProjectionExpression: 'sk' })
  return rows.map((row) => String(row.sk).slice(length))
}
