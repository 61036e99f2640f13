import { type DailyQuota, oneMore } from '../../domain/companies/plan'
import { findUsage, usageWrite } from '../../store/companies/daily-usage'
import type { Write } from '../../store/transact'
import type { Context } from '../context'

/** Refused with `plan_limit_reached` where nothing is left of a daily quota. Nothing is used. */
export async function requireQuota(context: Context, quota: DailyQuota): Promise<void> {
  await quotaWrite(context, quota)
}

/** One more use of a daily quota, to go into the transaction that uses it. Refused with `plan_limit_reached` where none is left. */
export async function quotaWrite({ table, caller }: Context, quota: DailyQuota): Promise<Write> {
  const { companyId, plan } = caller
  const seen = await findUsage(table, companyId, quota)
  return usageWrite(table, companyId, quota, { seen, next: oneMore(plan, quota, seen, table.now()) })
}
