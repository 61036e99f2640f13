import { dailyQuotas, planNames } from '../../functions/domain/companies/plan'
import { findRow } from '../../functions/store/client'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { parseUsage } from '../../functions/store/companies/daily-usage'
import { keys } from '../../functions/store/schema'
import { checkKeys } from './api-keys'
import type { Finding } from './finding'
import type { Inspection } from './inspection'

/** The company's row, its row among the companies of its plan, and its keys. */
export async function checkCompany(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the company and its keys')
  const company = await inspection.attempt(companyId, async () => {
    const row = await findRow(table, keys.company(companyId))
    if (row === undefined) return null
    for (const quota of dailyQuotas) parseUsage(row, quota)
    return parseCompany(row)
  })
  if (company === null) return inspection.find('wrong_company', companyId, 'The company has no row that can be read.')
  inspection.suspect(companyId, () => checkPlan(inspection))
  await checkKeys(inspection)
}

/** Both rows change in one database transaction. */
async function checkPlan(inspection: Inspection): Promise<Finding[]> {
  const company = await readCompany(inspection)
  const found: string[] = []
  for (const plan of planNames)
    if (await findRow(inspection.table, keys.companyOfPlan(plan, company.id))) found.push(plan)
  const wanted = company.erasing_at === undefined ? [company.plan] : []
  if (JSON.stringify(found) === JSON.stringify(wanted)) return []
  const listed = found.join(', ') || 'no plan'
  const text = `The company is on the plan ${company.plan}, and among the companies of: ${listed}.`
  return [{ code: 'wrong_company', resource: company.id, text }]
}

async function readCompany({ table, companyId }: Inspection): Promise<Company> {
  return parseCompany(await findRow(table, keys.company(companyId)))
}
