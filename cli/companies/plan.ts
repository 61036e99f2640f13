import { changePlan } from '../../admin/companies/companies'
import { planNames } from '../../functions/domain/companies/plan'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { type Options, parseChoice, UsageError } from '../command-line'
import { placeForAll, placeKeys, requireOneOrAll } from '../keys/repair'
import { openIntactCompany, toCreatedAnswer } from './company'

/** Gives a company another plan, or sees to it that every company has what its plan says. */
export async function setPlans(options: Options) {
  requireOneOrAll(options)
  if (options.all && options.plan !== undefined)
    throw new UsageError('--all and --plan exclude each other: each company keeps its plan')
  if (options.all)
    return placeForAll('companies plan', options, async (table, company, place) => {
      if (company.moving_at === undefined) await changePlan(table, company, company.plan)
      return placeKeys(table, company, place)
    })
  if (options.plan === undefined) throw new UsageError('--plan is needed')
  return changeOne(options)
}

async function changeOne(options: Options) {
  const chosen = parseChoice('plan', options.plan, planNames)
  const { table, company, gatewayKeys } = await openIntactCompany(options)
  if (company.moving_at !== undefined)
    throw new UsageError(`the company ${company.id} was exported to be moved: change its plan where it was imported`)
  const changed = await changePlan(table, company, chosen)
  const keys = await readApiKeys(table, company.id)
  for (const key of keys.filter(({ revoked_at }) => revoked_at === undefined)) await gatewayKeys.move(key.id, chosen)
  return toCreatedAnswer(changed)
}
