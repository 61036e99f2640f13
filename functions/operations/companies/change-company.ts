import { compareFields } from '../../domain/companies/access-log'
import { changeTimeZone, getZoneName } from '../../domain/companies/time-zone'
import { Refusal } from '../../domain/errors'
import type { Answer } from '../../store/commit/idempotency'
import { type Company, findCompany, makeChangeCompanyWrite, toSubject } from '../../store/companies/companies'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Context } from '../context'
import { commitChange, type Decision, decide } from '../run-change'
import { setTerms } from './company-terms'

export type CompanyPatch = { name?: string | undefined; time_zone?: string | undefined }

/**
 * The company's row comes first, then its keys and people, and the answer last: so a request that is sent again goes
 * on. Refused with `invalid_state` where the time zone was changed less than 30 days ago.
 */
export async function changeCompany(
  context: Context,
  patch: CompanyPatch,
  render: (company: Company) => Answer,
): Promise<Company> {
  const { result } = await commitChange(context, (attempt) => decideChange(attempt, patch))
  if (patch.time_zone !== undefined) await setTerms(context.table, result)
  await commitChange(context, async (attempt) => decide(attempt, { writes: [], result }), { render })
  return result
}

async function decideChange(context: Context, patch: CompanyPatch): Promise<Decision<Company>> {
  const { table, caller } = context
  const company = await findCompany(table, caller.companyId)
  if (company === null) throw new Refusal('unauthorized', 'The company is gone.')
  const { time_zone: zone = null, time_zone_at: changedAt = null } = company
  const { name = company.name, time_zone: zoneName = getZoneName(zone) } = patch
  const now = table.now()
  const next = changeTimeZone(zone, zoneName, changedAt, now)
  const after = { ...company, name, ...(next !== zone && next !== null && { time_zone: next, time_zone_at: now }) }
  const changes = compareFields(
    { name: company.name, time_zone: getZoneName(zone) },
    { name, time_zone: getZoneName(next) },
  )
  if (Object.keys(changes).length === 0) return decide(context, { writes: [], result: company })
  const access = makeAccessWrite(table, caller, { action: 'company.changed', subject: toSubject(company), changes })
  return decide(context, { writes: [makeChangeCompanyWrite(company, after), access], result: after })
}

/** As the API shows it. */
export function toCompanyAnswer({ id, name, plan, time_zone, created_at }: Company) {
  return { id, name, plan, time_zone: getZoneName(time_zone ?? null), created_at: new Date(created_at).toISOString() }
}
