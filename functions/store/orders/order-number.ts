import { getRow, type Table } from '../client'
import { keys } from '../schema'
import type { Write } from '../transact'

/** How many orders a company has made: the number of its last one. */
export async function ordersSoFar(table: Table, company: string): Promise<number> {
  const row = await getRow(table, keys.company(company))
  return Number(row?.order_count ?? 0)
}

/** Takes the next number, in the order's own transaction: numbers have no gaps, and no two orders have the same. */
export function numberWrite(table: Table, company: string, soFar: number): Write {
  const condition = soFar === 0 ? 'attribute_not_exists(order_count)' : 'order_count = :soFar'
  return {
    action: {
      Update: {
        TableName: table.name,
        Key: keys.company(company),
        UpdateExpression: 'SET order_count = :next',
        ConditionExpression: `attribute_exists(pk) AND ${condition}`,
        ExpressionAttributeValues: { ':next': soFar + 1, ...(soFar === 0 ? {} : { ':soFar': soFar }) },
      },
    },
  }
}
