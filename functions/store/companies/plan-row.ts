import * as z from 'zod'
import type { NightlyWork } from '../../domain/companies/nightly-work'
import type { Plan } from '../../domain/companies/plan'
import { formatDate } from '../../domain/time'
import { keys } from '../table/schema'
import { queryPartition, type Table, tryUpdate } from '../table/table'

/** UTC days (`2026-03-14`): of the last nights whose work was done for the company, and of its creation. */
const Marks = z.object({
  daily_snapshot: z.string().optional(),
  upkeep: z.string().optional(),
  since: z.string(),
})

/** The row by which a plan finds a company that comes at `at`, in epoch milliseconds. */
export function makePlanItem(plan: Plan, companyId: string, at: number) {
  return { ...keys.companyOfPlan(plan, companyId), since: formatDate(at) }
}

/** A company of a plan. `done`: the day on which each work was done last, or null. `since`: that of its creation. */
export type CompanyOfPlan = { id: string; since: string; done: Record<NightlyWork, string | null> }

/** Pages of the plan's companies, strongly consistent, in the order of their ids. */
export async function* readPlanPages(table: Table, plan: Plan): AsyncGenerator<CompanyOfPlan[]> {
  const { pk, sk } = keys.companyOfPlan(plan, '')
  for await (const rows of queryPartition(table, pk))
    yield rows.map((row) => {
      const id = String(row.sk).slice(sk.length)
      const { since, daily_snapshot = null, upkeep = null } = Marks.parse(row)
      return { id, since, done: { daily_snapshot, upkeep } }
    })
}

/** Does nothing where the company is on another plan by now, or a later night was marked. */
export async function markDone(
  table: Table,
  { id, plan }: { id: string; plan: Plan },
  work: NightlyWork,
  date: string,
): Promise<void> {
  await tryUpdate(table, {
    Key: keys.companyOfPlan(plan, id),
    UpdateExpression: 'SET #work = :date',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#work) OR #work < :date)',
    ExpressionAttributeNames: { '#work': work },
    ExpressionAttributeValues: { ':date': date },
  })
}
