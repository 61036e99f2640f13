import { verifyCompany } from '../../admin/verification/verify-company'
import { queryAll, type Table } from '../../functions/store/client'
import { runConcurrently } from '../../functions/store/concurrently'
import { readDayCounts } from '../../functions/store/log/day-counts'
import { keys } from '../../functions/store/schema'
import { readSnapshotRows } from '../../functions/store/snapshots/snapshot-row'
import type { Kill } from './calls'
import { findByItems, type NightCompany } from './companies'
import { listLeft } from './marks'
import type { NightService } from './service'

/** `sample`: how many companies are verified. `date`: of the night. */
export type Checked = { companies: NightCompany[]; kills: Kill[]; sample: number; date: string }

/** Returns what is wrong: nothing where every company was done once. `table` has the service's time. */
export async function checkNight(
  table: Table,
  { lines, errors, countFailures }: NightService,
  { companies, kills, sample, date }: Checked,
): Promise<string[]> {
  const faults: string[] = []
  for (const { work, companyId } of await listLeft(table, date)) faults.push(`${work} of ${companyId} is not done`)
  await runConcurrently(
    companies,
    8,
    async (company) => void faults.push(...(await checkCompany(table, company, date))),
  )
  const verified = chooseVerified(companies, sample)
  await runConcurrently(verified, 4, async ({ id }) => {
    const { findings } = await verifyCompany(table, id, { report: () => {}, scan: false })
    faults.push(...findings.map(({ code, resource, text }) => `${id}: ${code}, ${resource}: ${text}`))
  })
  for (const kill of kills) faults.push(...checkKill(kill))
  const rows = (await Promise.all(companies.map(({ id }) => readJobRows(table, id)))).flat()
  if (rows.some(({ until }) => Number(until) > table.now())) faults.push('a job is registered as running')
  if (rows.length > kills.length) faults.push(`${rows.length} jobs are registered, and ${kills.length} were killed`)
  const failures = await countFailures()
  if (failures > 0) faults.push(`${failures} messages are in the queue of failures`)
  const ends = lines.filter(({ message }) => message === 'a night has ended')
  if (ends.length !== 2 || ends.some(({ left }) => left !== 0))
    faults.push(`the reports end with ${JSON.stringify(ends)}`)
  return [...faults, ...errors.filter((text) => !text.includes('Runtime.ExitError')).map((text) => `an error: ${text}`)]
}

async function checkCompany(table: Table, { id, plan, counted }: NightCompany, date: string): Promise<string[]> {
  const faults: string[] = []
  const last = (await readDayCounts(table, id)).at(-1)?.end ?? null
  if (last !== counted) faults.push(`${id}: days are counted to ${last}, not to ${counted}`)
  const snapshots = plan === 'enterprise' ? await readSnapshotRows(table, id) : []
  const ready = snapshots.filter(({ status, name }) => status === 'ready' && name?.includes(date))
  if (plan === 'enterprise' && (ready.length !== 1 || snapshots.length !== 1))
    faults.push(`${id} has ${ready.length} ready snapshots of the day, and ${snapshots.length} in all`)
  return faults
}

/** Those with a history, the largest first and the others of all sizes and plans. */
function chooseVerified(companies: NightCompany[], sample: number): NightCompany[] {
  const all = findByItems(companies.filter(({ hasHistory }) => hasHistory))
  const step = Math.max(1, all.length / sample)
  return Array.from({ length: Math.min(sample, all.length) }, (_, n) => all[Math.floor(n * step)]).filter(
    (company) => company !== undefined,
  )
}

/** A day that is stored is not counted again. A snapshot is made in one go, so it begins again. */
function checkKill({ work, company, stored, storedBefore }: Kill): string[] {
  if (storedBefore === null) return [`the ${work} of ${company.id} was not killed`]
  if (work !== 'upkeep' || stored === company.openDays.length) return []
  return [`${company.id}: ${stored} days were stored, and ${company.openDays.length} were to be counted`]
}

/** Also of jobs that were killed: their rows expire. */
function readJobRows(table: Table, companyId: string) {
  const { pk, sk } = keys.jobOfCompany(companyId, '')
  return queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :jobs)',
    ExpressionAttributeValues: { ':pk': pk, ':jobs': sk },
  })
}
