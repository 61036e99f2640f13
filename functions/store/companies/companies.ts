import * as z from 'zod'
import type { AccessChange } from '../../domain/companies/access-log'
import type { Author } from '../../domain/companies/caller'
import { type Plan, planNames } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import type { FieldChanges } from '../../domain/revision'
import { makeAccessWrite } from '../log/access-row'
import { keys } from '../table/schema'
import { findRow, type Table } from '../table/table'
import { putNew, tryTransact, type Write } from '../table/transact'
import { makePlanItem } from './plan-row'

/**
 * `time_zone_at`: when the time zone was set last. `user_id`: of its keys. `owners`: how many have signed in.
 * `moving_at`: since when it is moved to another stack, or from one: no job of it begins. `importing`: it is not all
 * there yet; by its file and by the run that puts its rows. `quarantine_at`: since when it is here from another stack,
 * and not verified without a finding: it is not resumed.
 * Times are in epoch milliseconds.
 */
const Company = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  time_zone: z.string().optional(),
  time_zone_at: z.int().optional(),
  user_id: z.string(),
  created_at: z.int(),
  owners: z.int().optional(),
  suspended_at: z.int().optional(),
  erasing_at: z.int().optional(),
  moving_at: z.int().optional(),
  quarantine_at: z.int().optional(),
  importing: z.object({ file: z.string(), run: z.string() }).optional(),
})
export type Company = z.infer<typeof Company>

/** Refused with `invalid_state` if the id is already in use. */
export async function putCompany(table: Table, company: Company): Promise<void> {
  const plan = { action: putNew(makePlanItem(company.plan, company.id, company.created_at)) }
  if (!(await tryTransact(table, putNew({ ...keys.company(company.id), ...company }), [plan])))
    throw new Refusal('invalid_state', `There is a company ${company.id} already.`)
}

export async function findCompany(table: Table, id: string): Promise<Company | null> {
  const row = await findRow(table, keys.company(id))
  return row ? parseCompany(row) : null
}

export function parseCompany(row: unknown): Company {
  return Company.parse(row)
}

/** As the access log names it. */
export function toSubject({ id, name }: Pick<Company, 'id' | 'name'>): AccessChange['subject'] {
  return { type: 'company', id, name }
}

/** Refused with `invalid_state` if the company is no longer on the plan in `company`, or is being erased. */
export async function setPlan(table: Table, author: Author, company: Company, plan: Plan): Promise<void> {
  const changes: FieldChanges = { plan: [company.plan, plan] }
  const log = makeAccessWrite(table, author, { action: 'company.plan_changed', subject: toSubject(company), changes })
  const Key = keys.companyOfPlan(company.plan, company.id)
  const Item = { ...(await findRow(table, Key)), ...keys.companyOfPlan(plan, company.id) }
  const Update = {
    Key: keys.company(company.id),
    UpdateExpression: 'SET #plan = :plan',
    ConditionExpression: '#plan = :old AND attribute_not_exists(erasing_at)',
    ExpressionAttributeNames: { '#plan': 'plan' },
    ExpressionAttributeValues: { ':plan': plan, ':old': company.plan },
  }
  const others = [{ action: { Delete: { Key } } }, { action: { Put: { Item } } }, log]
  if (!(await tryTransact(table, { Update }, others)))
    throw new Refusal('invalid_state', 'The company has another plan by now, or is being erased.')
}

/** Where nobody has changed the name or the time zone meanwhile. */
export function makeChangeCompanyWrite(seen: Company, { name, time_zone, time_zone_at }: Company): Write {
  const zone = expectZone(seen)
  const Update = {
    Key: keys.company(seen.id),
    UpdateExpression: `SET #name = :name${time_zone === undefined ? '' : ', time_zone = :zone, time_zone_at = :at'}`,
    ConditionExpression: `#name = :seen AND ${zone.condition}`,
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: {
      ...{ ':name': name, ':seen': seen.name, ':zone': time_zone, ':at': time_zone_at },
      ...zone.values,
    },
  }
  return { action: { Update } }
}

function expectZone({ time_zone }: Pick<Company, 'time_zone'>) {
  return time_zone === undefined
    ? { condition: 'attribute_not_exists(time_zone)', values: {} }
    : { condition: 'time_zone = :time_zone', values: { ':time_zone': time_zone } }
}

/** Without this check, a simultaneous change could leave a key or a person with another plan or time zone. */
export function makeCompanyCheck(row: { company_id: string } & Pick<Company, 'plan' | 'time_zone'>, more = '') {
  const zone = expectZone(row)
  return {
    ConditionCheck: {
      Key: keys.company(row.company_id),
      ConditionExpression: `#plan = :plan AND ${zone.condition}${more}`,
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': row.plan, ...zone.values },
    },
  }
}
