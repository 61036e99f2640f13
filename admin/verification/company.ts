import { getLimits } from '../../functions/domain/companies/allowance'
import { isPersonId } from '../../functions/domain/companies/person'
import { dailyQuotas, planNames } from '../../functions/domain/companies/plan'
import { type Company, findCompany, parseCompany } from '../../functions/store/companies/companies'
import { parseUsage } from '../../functions/store/companies/daily-usage'
import { readEmailRows } from '../../functions/store/companies/email-row'
import { readPeople } from '../../functions/store/companies/person-row'
import { type PersonRow, type PrincipalRow, parsePrincipalRow } from '../../functions/store/companies/principal-row'
import { readAddresses } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { type Finding, type Inspection, listFaults } from './inspection'

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
  inspection.suspect(companyId, () => checkOwners(inspection))
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

/** A key or a person as the company lists it: the hash of its secret or subject, by its id. */
type Address = { id: string; hash: string }

/** The three rows of each key and person agree, with the plan's limits, suspended if the company is. */
async function checkKeys(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  for await (const page of readAddresses(table, companyId)) {
    for (const address of page) inspection.suspect(address.id, () => checkKey(inspection, address))
    const people = page.filter(({ id }) => isPersonId(id)).length
    inspection.count('people', people)
    inspection.count('api_keys', page.length - people)
  }
}

/** The company is read first: its change comes before those of its keys. */
async function checkKey({ table, companyId }: Inspection, { id, hash }: Address): Promise<Finding[]> {
  const company = await findCompany(table, companyId)
  const byHash = await findRow(table, keys.principal(hash))
  const byId = await findRow(table, keys.principalById(id))
  const faults = [
    byHash ? null : 'it has no row by its hash: it is refused',
    byId ? null : 'it has no row by its id: it cannot be revoked',
    byId && (byId.hash !== hash || byId.company_id !== companyId) ? 'its row by its id names another key' : null,
    ...(byHash && company ? findFaults(parsePrincipalRow(byHash), id, company) : []),
  ]
  const [code, name] = isPersonId(id) ? (['wrong_person', 'person'] as const) : (['wrong_key', 'key'] as const)
  return listFaults(faults, { code, resource: id, text: `The rows of the ${name} do not agree` })
}

/** The owners who have signed in are counted on the company's row: the last one stays. */
async function checkOwners(inspection: Inspection): Promise<Finding[]> {
  const { table, companyId } = inspection
  const { owners = 0 } = await readCompany(inspection)
  const people = await readPeople(table, companyId)
  const counted = countSignedIn(people)
  const text = `The company counts ${owners} owners who have signed in. There are ${counted}.`
  const miscounted: Finding[] = owners === counted ? [] : [{ code: 'wrong_person', resource: companyId, text }]
  return [...miscounted, ...(await findWithoutAddress(table, people))]
}

/** The owners who have signed in. */
export function countSignedIn(people: PersonRow[]): number {
  return people.filter(({ role, accepted_at }) => role === 'owner' && accepted_at !== undefined).length
}

async function findWithoutAddress(table: Table, people: PersonRow[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { id, email } of people) {
    const rows = await readEmailRows(table, email)
    const text = 'The row of the address of the person is missing, or names another one.'
    if (!rows.some((row) => row.id === id)) found.push({ code: 'wrong_person', resource: id, text })
  }
  return found
}

function findFaults(key: PrincipalRow, id: string, company: Company): (string | null)[] {
  return [
    key.id === id && key.company_id === company.id ? null : `its row by its hash is of ${key.id} of ${key.company_id}`,
    findLimitFault(key, company),
    findSuspensionFault(key, company),
  ]
}

export function findLimitFault(key: PrincipalRow, company: Pick<Company, 'plan' | 'time_zone'>): string | null {
  const { plan, minute_limit, day_limit } = getLimits(company.plan)
  const isLimited = key.plan === plan && key.minute_limit === minute_limit && key.day_limit === day_limit
  if (!isLimited) return `it has the limits of another plan than ${plan}`
  return key.time_zone === company.time_zone ? null : 'it has another time zone than the company'
}

type Suspendable = { suspended_at?: number | undefined }

/** What a suspension reaches is suspended if its company is. */
export function findSuspensionFault(row: Suspendable, company: Suspendable): string | null {
  const isSuspended = row.suspended_at !== undefined
  if (isSuspended === (company.suspended_at !== undefined)) return null
  return `it is ${isSuspended ? '' : 'not '}suspended, and its company is${isSuspended ? ' not' : ''}`
}
