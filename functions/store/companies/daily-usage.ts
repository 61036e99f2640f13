import * as z from 'zod'
import type { DailyQuota, QuotaUsage } from '../../domain/companies/plan'
import { keys, type Row } from '../table/schema'
import { findRow, type Table } from '../table/table'
import type { Write } from '../table/transact'

const UsageRow = z.object({ day: z.string(), count: z.int() })

/** Null if it was never used. */
export async function findUsage(table: Table, companyId: string, quota: DailyQuota): Promise<QuotaUsage | null> {
  const row = await findRow(table, keys.company(companyId))
  return row ? parseUsage(row, quota) : null
}

/** `row`: of the company. */
export function parseUsage(row: Row, quota: DailyQuota): QuotaUsage | null {
  return row[quota] === undefined ? null : UsageRow.parse(row[quota])
}

/** Only if the usage still is `seen`. Belongs in the database transaction that uses the quota. */
export function makeUsageWrite(
  companyId: string,
  quota: DailyQuota,
  { seen, next }: { seen: QuotaUsage | null; next: QuotaUsage },
): Write {
  return {
    action: {
      Update: {
        Key: keys.company(companyId),
        UpdateExpression: 'SET #quota = :next',
        ConditionExpression: `attribute_exists(pk) AND ${seen ? '#quota = :seen' : 'attribute_not_exists(#quota)'}`,
        ExpressionAttributeNames: { '#quota': quota },
        ExpressionAttributeValues: { ':next': next, ...(seen ? { ':seen': seen } : {}) },
      },
    },
  }
}
