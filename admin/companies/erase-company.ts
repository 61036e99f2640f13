import { Refusal } from '../../functions/domain/errors'
import { viewSnapshot } from '../../functions/domain/snapshots/snapshot'
import { waitForCompanyJobs } from '../../functions/operations/companies/company-jobs'
import type { Table } from '../../functions/store/client'
import { findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { readPeople } from '../../functions/store/companies/person-row'
import { getOwner, keys, type RowKey } from '../../functions/store/schema'
import { isLocked } from '../../functions/store/snapshots/restore-lock'
import { readSnapshotPages, toSnapshot } from '../../functions/store/snapshots/snapshot-row'
import { deliveryTimeoutMs, jobTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/timing'
import { listNamingPartitions, readChunkNames } from '../table/chunk-names'
import { deleteRows, type ScannedRow, scanTable } from '../table/table-scan'
import { deleteErasedCompany, setErasing } from './erasure'
import { suspendKeys } from './suspension'
import { deleteWebhooks } from './webhooks'

/** More passes than this mean that something still writes rows of the company. */
const maxPasses = 10
const pagesPerReport = 100

export type EraseTools = {
  /** Removes API Gateway's key of an API key, if it exists. */
  removeKey: (keyId: string) => Promise<void>
  /** Removes a person from where the provider keeps people, if it does. */
  removePerson: (email: string) => Promise<void>
  wait: (ms: number) => Promise<void>
  /** Tells the platform engineer how far the work has come. */
  report: (text: string) => void
  /** The most rows of a page of the scan. A page of 1 MB by default. */
  pageRows?: number
}

/** `rows`: how many rows were deleted here. `passes`: how often the table was scanned. The last one found nothing. */
export type Erasure = { company_id: string; rows: number; passes: number }

/**
 * Deletes every row of the company, and scans the table until nothing of it is found. May be killed at any call and
 * run again: the company's own row goes last. Refused with `invalid_state` while a restore or a snapshot is under way,
 * and if the company is gone.
 */
export async function eraseCompany(table: Table, companyId: string, tools: EraseTools): Promise<Erasure> {
  const found = await findCompany(table, companyId)
  // An erasure that has begun goes on: what is under way ends while it waits.
  if (found?.erasing_at === undefined) await requireIdle(table, companyId)
  const company = await setErasing(table, companyId)
  if (company === null) throw new Refusal('invalid_state', `The company ${companyId} is gone.`)
  await suspendKeys(table, companyId)
  const { rows: webhooks } = await deleteWebhooks(table, companyId)
  const apiKeys = await readApiKeys(table, companyId)
  for (const { id } of apiKeys) await tools.removeKey(id)
  const people = await readPeople(table, companyId)
  for (const { email } of people) await tools.removePerson(email)
  const suspensions = [...apiKeys, ...people].map(({ suspended_at = 0 }) => suspended_at)
  const more = await waitForOthers(table, { ...company, suspensions }, tools)
  const { rows, passes } = await sweepUntilClean(table, companyId, tools)
  const last = await deleteErasedCompany(table, companyId)
  return { company_id: companyId, rows: webhooks + more + rows + Number(last), passes }
}

async function requireIdle(table: Table, companyId: string): Promise<void> {
  const busy = (what: string) => new Refusal('invalid_state', `${what} Run the command again when it has ended.`)
  if (await isLocked(table, companyId)) throw busy('A restore of the company is running.')
  for await (const page of readSnapshotPages(table, companyId))
    if (page.some((row) => viewSnapshot(toSnapshot(row), table.now()).status === 'creating'))
      throw busy('A snapshot of the company is being taken.')
}

/**
 * Waits until nothing that began before can still write. A request was admitted before its key was suspended, and has
 * a limited time. A job is registered since before the mark: the registrations are read when also one that was being
 * committed at the mark can be seen. What makes and sends deliveries is not registered: a run that begins without a
 * webhook writes nothing, and one that has seen the last one has a limited time. The settle window allows for clocks
 * that disagree, and for a call that was on its way when its function ended. Returns how many webhooks it has deleted.
 */
async function waitForOthers(
  table: Table,
  { id, erasing_at, suspensions }: { id: string; erasing_at: number; suspensions: number[] },
  tools: EraseTools,
): Promise<number> {
  await waitUntil(table, erasing_at + settledAfterMs, 'every job that is running is known', tools)
  await waitForCompanyJobs(table, id, tools)
  // The last job may have ended a moment ago, but not later than Lambda allows.
  const jobsEnded = Math.min(table.now(), erasing_at + jobTimeoutMs)
  const ended = Math.max(jobsEnded, ...suspensions.map((at) => at + routeTimeoutMs))
  await waitUntil(table, ended + settledAfterMs, 'nothing that began before can still write', tools)
  // A request that was admitted before may have created one more.
  const { rows, goneAt } = await deleteWebhooks(table, id)
  await waitUntil(table, goneAt + deliveryTimeoutMs + settledAfterMs, 'no delivery is under way', tools)
  return rows
}

/** `at` is in epoch milliseconds. */
async function waitUntil(table: Table, at: number, goal: string, { wait, report }: EraseTools): Promise<void> {
  const left = at - table.now()
  if (left <= 0) return
  report(`waiting ${Math.ceil(left / 1_000)} s, until ${goal}`)
  await wait(left)
}

async function sweepUntilClean(
  table: Table,
  companyId: string,
  tools: EraseTools,
): Promise<Omit<Erasure, 'company_id'>> {
  let rows = 0
  for (let passes = 1; passes <= maxPasses; passes++) {
    const deleted = await sweep(table, companyId, tools)
    tools.report(`pass ${passes}: ${deleted} rows deleted`)
    if (deleted === 0) return { rows, passes }
    rows += deleted
  }
  throw new Error(`something still writes rows of ${companyId}: find it, and run the command again`)
}

/**
 * One pass through the table. Returns how many rows it has deleted. Rows that may name chunks go after all chunks: a
 * pass that is killed can find the chunks again.
 */
async function sweep(table: Table, companyId: string, { report, pageRows }: EraseTools): Promise<number> {
  const chunkNames = await readChunkNames(table, companyId)
  const namingPartitions = listNamingPartitions(companyId)
  const namingRows: RowKey[] = []
  let deleted = 0
  let pages = 0
  for await (const page of scanTable(table, pageRows)) {
    const own = page.filter((row) => isOwn(row, companyId, chunkNames))
    namingRows.push(...own.filter(({ pk }) => namingPartitions.includes(pk)))
    const others = own.filter(({ pk }) => !namingPartitions.includes(pk))
    await deleteRows(table, others)
    deleted += others.length
    pages += 1
    if (pages % pagesPerReport === 0) report(`${pages} pages of the table read, ${deleted} rows deleted`)
  }
  await deleteRows(table, namingRows)
  return deleted + namingRows.length
}

/** Without the company's own row. */
function isOwn(row: ScannedRow, companyId: string, chunkNames: Set<string>): boolean {
  const owner = getOwner(row)
  if ('chunkSet' in owner) return chunkNames.has(owner.chunkSet)
  if (!('companyId' in owner)) return false
  const { pk, sk } = keys.company(companyId)
  return owner.companyId === companyId && !(row.pk === pk && row.sk === sk)
}
