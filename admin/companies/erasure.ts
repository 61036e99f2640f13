import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { keys } from '../../functions/store/table/schema'
import { type Table, tryWrite } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'

/**
 * Suspends the company if it is not, marks it as being erased, and removes it from the companies of its plan, so that
 * no schedule finds it. There is no way back. Can be repeated: the first times stay. Null if there is no such company.
 */
export function setErasing(table: Table, companyId: string): Promise<(Company & { erasing_at: number }) | null> {
  return retryUntilCommitted(table, async () => {
    const company = await findCompany(table, companyId)
    if (company === null) return null
    const now = table.now()
    const { suspended_at = now, erasing_at } = company
    if (erasing_at !== undefined) return { ...company, erasing_at }
    const Update = {
      TableName: table.name,
      Key: keys.company(companyId),
      UpdateExpression: 'SET suspended_at = if_not_exists(suspended_at, :now), erasing_at = :now',
      ConditionExpression: '#plan = :plan AND attribute_not_exists(erasing_at)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':now': now, ':plan': company.plan },
    }
    const Delete = { TableName: table.name, Key: keys.companyOfPlan(company.plan, companyId) }
    await transact(table, [{ action: { Update } }, { action: { Delete } }])
    return { ...company, suspended_at, erasing_at: now }
  })
}

/** Its last row, once all others are gone. False if it is gone already. */
export function deleteErasedCompany(table: Table, companyId: string): Promise<boolean> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: keys.company(companyId),
    ConditionExpression: 'attribute_exists(erasing_at)',
  })
  return tryWrite(table.db.send(command))
}
