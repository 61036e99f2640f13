import { countOneMore, type DailyQuota } from '../../domain/companies/plan'
import { findUsage, makeUsageWrite } from '../../store/companies/daily-usage'
import type { Write } from '../../store/table/transact'
import type { Context } from '../context'

/** Refuses with `plan_limit_reached` where a daily quota is used up. Uses nothing of the quota. */
export async function requireQuota(context: Context, quota: DailyQuota): Promise<void> {
  await makeQuotaWrite(context, quota)
}

/** Counts one use, in the database transaction that uses it. Refused with `plan_limit_reached` where none is left. */
export async function makeQuotaWrite({ table, caller }: Context, quota: DailyQuota): Promise<Write> {
  const { companyId, plan } = caller
  const seen = await findUsage(table, companyId, quota)
  return makeUsageWrite(companyId, quota, { seen, next: countOneMore(plan, quota, seen, table.now()) })
}
