import { ulid } from 'ulid'
import { limitsOf } from '../../domain/companies/allowance'
import type { Plan } from '../../domain/companies/plan'
import type { Table } from '../../store/client'
import { setLimitsOfKeys } from '../../store/companies/api-keys'
import { addCompany, type Company, setPlan } from '../../store/companies/companies'

export type NewCompany = { name: string; plan: Plan; id?: string; userId?: string }

/** Creates a company with its owner. Ids are made unless given (the demo's are the same everywhere). */
export async function createCompany(table: Table, { name, plan, id, userId }: NewCompany): Promise<Company> {
  const now = table.now()
  const company = { id: id ?? `cmp_${ulid(now)}`, name, plan, user_id: userId ?? `usr_${ulid(now)}`, created_at: now }
  await addCompany(table, company)
  return company
}

/**
 * Puts a company on a plan: its next request has the new limits. First the company, then its keys; repeated after a failure
 * it completes what is missing.
 */
export async function changePlan(table: Table, company: Company, plan: Plan): Promise<Company> {
  if (company.plan !== plan) await setPlan(table, company, plan)
  await setLimitsOfKeys(table, company.id, limitsOf(plan))
  return { ...company, plan }
}
