import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import { z } from 'zod'
import { type Plan, planNames } from '../domain/plan'
import { setPlanOfKeys } from './api-keys'
import { queryAll, type Table } from './client'
import { keys } from './schema'

/** A customer. `user_id` is its owner, `created_at` epoch milliseconds. */
const Company = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  user_id: z.string(),
  created_at: z.int(),
})
export type Company = z.infer<typeof Company>

/** Creates a company with its owner. Ids are made unless given (the demo's are the same everywhere). */
export async function createCompany(
  table: Table,
  { name, plan, id, userId }: { name: string; plan: Plan; id?: string; userId?: string },
): Promise<Company> {
  const now = table.now()
  const company = { id: id ?? `cmp_${ulid(now)}`, name, plan, user_id: userId ?? `usr_${ulid(now)}`, created_at: now }
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  const rows = [{ ...keys.company(company.id), ...company }, keys.companyOfPlan(plan, company.id)]
  await table.db.send(new TransactWriteCommand({ TransactItems: rows.map(put) }))
  return company
}

export async function getCompany(table: Table, id: string): Promise<Company | null> {
  const { Item } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.company(id), ConsistentRead: true }),
  )
  return Item ? Company.parse(Item) : null
}

/** All companies, by id. */
export async function listCompanies(table: Table): Promise<Company[]> {
  const ofPlans = await Promise.all(
    planNames.map((plan) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.companyOfPlan(plan, '').pk },
      }),
    ),
  )
  const ids = ofPlans.flat().map((row) => String(row.sk).slice('COMPANY#'.length))
  const companies = await Promise.all(ids.sort().map((id) => getCompany(table, id)))
  return companies.filter((company) => company !== null)
}

/**
 * Puts a company on a plan: its next request has the new limits. First the company, then its keys; repeated after a failure
 * it completes what is missing.
 */
export async function changePlan(table: Table, company: Company, plan: Plan): Promise<Company> {
  if (company.plan !== plan) {
    const row = { TableName: table.name }
    await table.db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              ...row,
              Key: keys.company(company.id),
              UpdateExpression: 'SET #plan = :plan',
              ConditionExpression: '#plan = :old',
              ExpressionAttributeNames: { '#plan': 'plan' },
              ExpressionAttributeValues: { ':plan': plan, ':old': company.plan },
            },
          },
          { Delete: { ...row, Key: keys.companyOfPlan(company.plan, company.id) } },
          { Put: { ...row, Item: keys.companyOfPlan(plan, company.id) } },
        ],
      }),
    )
  }
  await setPlanOfKeys(table, company.id, plan)
  return { ...company, plan }
}
