import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Plan, planNames } from '../../domain/companies/plan'
import { findRow, queryPages, type Table } from '../client'
import { keys } from '../schema'

/** `user_id`: of its keys. `owners`: how many have signed in. Times are in epoch milliseconds. */
const Company = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  user_id: z.string(),
  created_at: z.int(),
  owners: z.int().optional(),
  suspended_at: z.int().optional(),
  erasing_at: z.int().optional(),
})
export type Company = z.infer<typeof Company>

/** Fails if the id is already in use. */
export async function putCompany(table: Table, company: Company): Promise<void> {
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  const rows = [{ ...keys.company(company.id), ...company }, keys.companyOfPlan(company.plan, company.id)]
  await table.db.send(new TransactWriteCommand({ TransactItems: rows.map(put) }))
}

export async function findCompany(table: Table, id: string): Promise<Company | null> {
  const row = await findRow(table, keys.company(id))
  return row ? parseCompany(row) : null
}

export function parseCompany(row: unknown): Company {
  return Company.parse(row)
}

/** In ascending order. */
export async function* readCompaniesOfPlan(table: Table, plan: Plan): AsyncGenerator<string> {
  const { pk, sk } = keys.companyOfPlan(plan, '')
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
  for await (const rows of queryPages(table, query)) for (const row of rows) yield String(row.sk).slice(sk.length)
}

/** Sorted by id. */
export async function readCompanies(table: Table): Promise<Company[]> {
  const companies: Company[] = []
  for (const plan of planNames) {
    for await (const id of readCompaniesOfPlan(table, plan)) {
      const company = await findCompany(table, id)
      if (company !== null) companies.push(company)
    }
  }
  return companies.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Fails if the company is no longer on the plan in `company`, or is being erased. */
export async function setPlan(table: Table, company: Company, plan: Plan): Promise<void> {
  const row = { TableName: table.name }
  await table.db.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            ...row,
            Key: keys.company(company.id),
            UpdateExpression: 'SET #plan = :plan',
            ConditionExpression: '#plan = :old AND attribute_not_exists(erasing_at)',
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

/** Without this check, a simultaneous plan change could leave a key or a person with the limits of another plan. */
export function makePlanCheck(table: Table, companyId: string, plan: Plan, more = '') {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: keys.company(companyId),
      ConditionExpression: `#plan = :plan${more}`,
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan },
    },
  }
}
