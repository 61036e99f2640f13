import * as z from 'zod'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { collectPages, deleteRow, queryPartition, type Table } from '../table/table'
import { tryTransact } from '../table/transact'

/** Work of a job for one company. `until`: when Lambda has ended it at the latest, in epoch milliseconds. */
const CompanyJob = z.object({ name: z.string(), until: z.int() })
export type CompanyJob = z.infer<typeof CompanyJob>

/** False if the company is gone, or is being erased or moved. Refused with `resource_busy`. */
export function putJob(table: Table, companyId: string, id: string, job: CompanyJob): Promise<boolean> {
  const Item = { ...keys.jobOfCompany(companyId, id), ...job, [ttlAttribute]: toTtl(job.until) }
  const ConditionCheck = {
    Key: keys.company(companyId),
    ConditionExpression:
      'attribute_exists(pk) AND attribute_not_exists(erasing_at) AND attribute_not_exists(moving_at)',
  }
  return tryTransact(table, { ConditionCheck }, [{ action: { Put: { Item } } }])
}

export async function deleteJob(table: Table, companyId: string, id: string): Promise<void> {
  await deleteRow(table, { Key: keys.jobOfCompany(companyId, id) })
}

/** Strongly consistent, oldest first. Without jobs whose time is over: they were killed. */
export async function readRunningJobs(table: Table, companyId: string): Promise<CompanyJob[]> {
  const rows = await collectPages(queryPartition(table, keys.jobOfCompany(companyId, '').pk))
  return rows.map((row) => CompanyJob.parse(row)).filter(({ until }) => until > table.now())
}
