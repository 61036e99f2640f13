import { readItemCatalogue } from '../../catalogue/items/item-catalogue'
import { sumUnits } from '../../catalogue/items/item-layout'
import { countOrders } from '../../catalogue/orders/order-catalogue'
import { computeWindows, moveUsage } from '../../domain/companies/allowance'
import { countLeft, plans } from '../../domain/companies/plan'
import { formatDay } from '../../domain/companies/time-zone'
import { Refusal } from '../../domain/errors'
import { awaitedStatuses } from '../../domain/orders/order-status'
import { findCompany } from '../../store/companies/companies'
import { findUsage } from '../../store/companies/daily-usage'
import { findPerson, toPerson } from '../../store/companies/person-row'
import type { Context, Workers } from '../context'
import { toCompanyAnswer } from './change-company'

/** What a person sees first: the company, itself, its limits, and what there is in stock. */
export async function getAccount(context: Context & { workers: Workers }, { sendsMail }: { sendsMail: boolean }) {
  const { table, caller } = context
  const { companyId, userId, plan } = caller
  const [company, person, snapshots, restores, totals] = await Promise.all([
    findCompany(table, companyId),
    findPerson(table, companyId, userId),
    findUsage(table, companyId, 'snapshots'),
    findUsage(table, companyId, 'restores'),
    computeTotals(context),
  ])
  if (!company || !person) throw new Refusal('unauthorized', 'The access token is no longer valid.')
  const now = table.now()
  const { minute_count, day_count } = moveUsage(person.row, computeWindows(now))
  return {
    company: toCompanyAnswer({ ...company, plan }),
    today: formatDay(now, caller.timeZone),
    person: toPerson(person.row),
    sends_mail: sendsMail,
    limits: { minute: plans[plan].perMinute, day: plans[plan].perDay },
    usage: { minute: minute_count, day: day_count },
    snapshots: {
      left_today: countLeft(plan, 'snapshots', snapshots, now),
      restores_left_today: countLeft(plan, 'restores', restores, now),
    },
    totals,
  }
}

async function computeTotals({ table, caller, workers }: Context & { workers: Workers }) {
  const { requestCompaction } = workers
  const overdue_on = formatDay(table.now(), caller.timeZone)
  const filters = [...awaitedStatuses.map((status) => ({ status })), { overdue_on }]
  const [catalogue, orders] = await Promise.all([
    readItemCatalogue(table, caller.companyId, requestCompaction),
    countOrders(table, caller.companyId, filters, requestCompaction),
  ])
  const overdue = orders.pop() ?? 0
  const count = (filter: { where: 'live' | 'trash'; low_stock?: true }) =>
    catalogue.list({ ...filter, limit: 1, offset: 0, sort: 'created_at', now: table.now() }).total
  return {
    items: count({ where: 'live' }),
    low_stock: count({ where: 'live', low_stock: true }),
    units: sumUnits(catalogue),
    orders_open: orders.reduce((sum, each) => sum + each, 0),
    orders_overdue: overdue,
    trash: count({ where: 'trash' }),
  }
}
