import { listPlansOf, type NightlyWork, nightlyWorks } from '../../functions/domain/companies/nightly-work'
import type { Table } from '../../functions/store/client'
import { readPlanPages } from '../../functions/store/companies/plan-row'

/** Work of the night for one company. */
export type Due = { work: NightlyWork; companyId: string }

/** What is not marked as done in the night of `date`, a UTC day. */
export async function listLeft(table: Table, date: string): Promise<Due[]> {
  const left: Due[] = []
  for (const work of nightlyWorks)
    for (const plan of listPlansOf(work))
      for await (const page of readPlanPages(table, plan))
        for (const { id, done } of page) if ((done[work] ?? '') < date) left.push({ work, companyId: id })
  return left
}
