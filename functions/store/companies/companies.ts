import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import * as z from 'zod'
import { type Plan, planNames } from '../../domain/plan'
import { queryPages, type Table } from '../client'
import { keys } from '../schema'
import { setPlanOfKeys } from './api-keys'

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

/** The ids of the companies of a plan, in ascending order, read a page at a time. */
export async function* companiesOfPlan(table: Table, plan: Plan): AsyncGenerator<string> {
  const { pk, sk } = keys.companyOfPlan(plan, '')
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
  for await (const rows of queryPages(table, query)) for (const row of rows) yield String(row.sk).slice(sk.length)
}

/** All companies, by id. */
export async function listCompanies(table: Table): Promise<Company[]> {
  const companies: Company[] = []
  for (const plan of planNames) {
    for await (const id of companiesOfPlan(table, plan)) {
      const company = await getCompany(table, id)
      if (company !== null) companies.push(company)
    }
  }
  return companies.sort((a, b) => (a.id < b.id ? -1 : 1))
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
