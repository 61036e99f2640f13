import { createCompany } from '../../admin/companies/companies'
import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { dayMs, formatDate } from '../../functions/domain/time'
import type { Table } from '../../functions/store/client'
import { type Fleet, makeFleet, usualSpread } from '../scale/sizes'
import type { SeededDays } from './days'

/**
 * `rows`: of its log on each of its open days, which are the days (since 1970-01-01 UTC) that the night has to count.
 * `counted`: the last day that is counted once the night is over, or null where the log has no rows of days before.
 * `hasHistory`: its log explains its items, so it can be verified. Writing that of all would take minutes.
 */
export type NightCompany = {
  id: string
  plan: Plan
  items: number
  rows: number
  openDays: number[]
  counted: string | null
  hasHistory: boolean
}

export type Sizes = { companies: number; seed: number; largest: number }

/** So many days of the company whose work is killed are open, so that it can be killed in the middle. */
const openDaysOfLargest = 4
/** Larger companies have no history of their items, except the largest one. */
const historyUpTo = 1_000

/** Creates the companies: of Zipf sizes, and one after the other in the order of their plans. */
export async function createCompanies(table: Table, sizes: Sizes, days: SeededDays): Promise<NightCompany[]> {
  const fleet = makeFleet(sizes.companies, { ...usualSpread, ...sizes })
  const largest = findLargest(fleet)
  const past = { ...table, now: () => days.stocked * dayMs }
  const companies: NightCompany[] = []
  for (const [index, items] of fleet.items.entries()) {
    const plan = planNames[fleet.plans[index] ?? 0] ?? 'starter'
    const { id } = await createCompany(past, { name: `Company ${index}`, plan })
    const hasHistory = items <= historyUpTo || index === largest
    const open = chooseOpenDays(fleet.rows[index] ?? 0, index === largest, days)
    const counted = open.openDays.at(-1) ?? (hasHistory ? days.stocked : null)
    companies.push({
      id,
      plan,
      items,
      ...open,
      hasHistory,
      counted: counted === null ? null : formatDate(counted * dayMs),
    })
  }
  return companies
}

/** The first of those that have most items. */
const findLargest = ({ items }: Fleet) => items.indexOf(items.reduce((most, size) => Math.max(most, size), 0))

/** Of the largest, some nights were missed. A company without changes has no open day: nothing is to be counted. */
function chooseOpenDays(changes: number, isLargest: boolean, { last }: SeededDays) {
  const rows = isLargest ? Math.max(1, changes) : changes
  const count = isLargest ? openDaysOfLargest : Math.min(1, rows)
  const openDays = Array.from({ length: count }, (_, day) => last - count + 1 + day)
  return { rows, openDays }
}

export function findByItems(companies: NightCompany[]): NightCompany[] {
  return [...companies].sort((a, b) => b.items - a.items)
}
