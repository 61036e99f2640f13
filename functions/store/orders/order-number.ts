import { keys } from '../table/schema'
import type { Table } from '../table/table'
import type { Write } from '../table/transact'

/** Belongs in the database transaction that creates the order: so numbers have no gaps and are not shared. */
export function makeNumberWrite(table: Table, companyId: string, soFar: number): Write {
  const condition = soFar === 0 ? 'attribute_not_exists(order_count)' : 'order_count = :soFar'
  return {
    action: {
      Update: {
        TableName: table.name,
        Key: keys.company(companyId),
        UpdateExpression: 'SET order_count = :next',
        ConditionExpression: `attribute_exists(pk) AND ${condition}`,
        ExpressionAttributeValues: { ':next': soFar + 1, ...(soFar === 0 ? {} : { ':soFar': soFar }) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  }
}
