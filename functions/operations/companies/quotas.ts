import { type DailyQuota, oneMore } from '../../domain/companies/plan'
import { findUsage, usageWrite } from '../../store/companies/daily-usage'
import type { Write } from '../../store/transact'
import type { Context } from '../context'

/** One more use of a daily quota, to go into the transaction that uses it. Refused with `plan_limit_reached` where none is left. */
export async function spendQuota({ table, caller }: Context, quota: DailyQuota): Promise<Write> {
  const { companyId, plan } = caller
  const seen = await findUsage(table, companyId, quota)
  return usageWrite(table, companyId, quota, { seen, next: oneMore(plan, quota, seen, table.now()) })
}
