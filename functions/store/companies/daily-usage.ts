import * as z from 'zod'
import type { DailyQuota, Usage } from '../../domain/companies/plan'
import { getRow, type Table } from '../client'
import { keys } from '../schema'
import type { Write } from '../transact'

const UsageRow = z.object({ day: z.string(), count: z.int() })

/** How much of a daily quota a company has used; null where it never used any. */
export async function findUsage(table: Table, company: string, quota: DailyQuota): Promise<Usage | null> {
  const row = await getRow(table, keys.company(company))
  return row?.[quota] === undefined ? null : UsageRow.parse(row[quota])
}

/** Records the usage of a quota as `next`, in the transaction that uses it, if it still is what was `seen`. */
export function usageWrite(
  table: Table,
  company: string,
  quota: DailyQuota,
  { seen, next }: { seen: Usage | null; next: Usage },
): Write {
  return {
    action: {
      Update: {
        TableName: table.name,
        Key: keys.company(company),
        UpdateExpression: 'SET #quota = :next',
        ConditionExpression: `attribute_exists(pk) AND ${seen ? '#quota = :seen' : 'attribute_not_exists(#quota)'}`,
        ExpressionAttributeNames: { '#quota': quota },
        ExpressionAttributeValues: { ':next': next, ...(seen ? { ':seen': seen } : {}) },
      },
    },
  }
}
