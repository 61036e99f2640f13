import { Refusal } from '../../functions/domain/errors'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { type FoundPerson, findPeople } from '../../functions/store/companies/person-row'
import { keys } from '../../functions/store/table/schema'
import { deleteRow, type Table, tryWrite } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { deliveryTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { deleteRows, isOfCompany, scanTable } from '../table/table-scan'
import { deleteWebhooks, suspendParts } from './companies'
import { requireIdle, type WaitTools, waitForWriters, waitUntil } from './quiet'

/** More passes than this mean that something still writes rows of the company. */
const maxPasses = 10
const pagesPerReport = 100

export type EraseTools = WaitTools & {
  /** Removes API Gateway's key of an API key, if it exists. */
  removeKey: (keyId: string) => Promise<void>
  /** Removes a person from where the provider keeps people, if it does. */
  removePerson: (person: FoundPerson) => Promise<void>
  /** The most rows of a page of the scan. A page of 1 MB by default. */
  pageRows?: number
}

/** `rows`: how many rows were deleted here. `passes`: how often the table was scanned. The last one found nothing. */
export type Erasure = { company_id: string; rows: number; passes: number }

/**
 * Deletes every row of the company, and scans the table until nothing of it is found. May be killed at any call and
 * run again: the company's own row goes last. Refused with `invalid_state` while a restore or a snapshot is under way,
 * if the company is not suspended, and if it is gone.
 */
export async function eraseCompany(table: Table, companyId: string, tools: EraseTools): Promise<Erasure> {
  const found = await findCompany(table, companyId)
  // An erasure that has begun goes on: what is under way ends while it waits. Of a company that was imported and never
  // resumed, nothing runs here: its lock is of a file.
  const { erasing_at, importing, quarantine_at } = found ?? {}
  if ((erasing_at ?? importing ?? quarantine_at) === undefined) await requireIdle(table, companyId)
  const company = await setErasing(table, companyId)
  if (company === null) throw new Refusal('invalid_state', `The company ${companyId} is gone.`)
  await suspendParts(table, companyId, 'keys')
  const { rows: webhooks } = await deleteWebhooks(table, companyId)
  const apiKeys = await readApiKeys(table, companyId)
  for (const { id } of apiKeys) await tools.removeKey(id)
  const people = await findPeople(table, companyId)
  for (const person of people) await tools.removePerson(person)
  const suspensions = [...apiKeys, ...people.map(({ row }) => row)].map(({ suspended_at = 0 }) => suspended_at)
  const more = await waitForOthers(table, { ...company, suspensions }, tools)
  const { rows, passes } = await sweepUntilClean(table, companyId, tools)
  const last = await deleteErasedCompany(table, companyId)
  return { company_id: companyId, rows: webhooks + more + rows + Number(last), passes }
}

/**
 * Waits until nothing that began before the mark can still write, and no delivery is under way: a run that begins
 * without a webhook writes nothing, and one that has seen the last one has a limited time. Returns how many webhooks it
 * has deleted.
 */
async function waitForOthers(
  table: Table,
  { id, erasing_at, suspensions }: { id: string; erasing_at: number; suspensions: number[] },
  tools: EraseTools,
): Promise<number> {
  await waitForWriters(table, { companyId: id, markedAt: erasing_at, suspensions }, tools)
  // A request that was admitted before may have created one more.
  const { rows, goneAt } = await deleteWebhooks(table, id)
  await waitUntil(table, goneAt + deliveryTimeoutMs + settledAfterMs, 'no delivery is under way', tools)
  return rows
}

async function sweepUntilClean(table: Table, companyId: string, tools: EraseTools) {
  let rows = 0
  for (let passes = 1; passes <= maxPasses; passes++) {
    const deleted = await sweep(table, companyId, tools)
    tools.report(`pass ${passes}: ${deleted} rows deleted`)
    if (deleted === 0) return { rows, passes }
    rows += deleted
  }
  throw new Error(`something still writes rows of ${companyId}: find it, and run the command again`)
}

/** One pass through the table. Returns how many rows it has deleted: all but the company's own. */
async function sweep(table: Table, companyId: string, { report, pageRows }: EraseTools): Promise<number> {
  const { pk, sk } = keys.company(companyId)
  let deleted = 0
  let pages = 0
  for await (const page of scanTable(table, pageRows)) {
    const own = page.filter((row) => isOfCompany(row, companyId) && !(row.pk === pk && row.sk === sk))
    await deleteRows(table, own)
    deleted += own.length
    pages += 1
    if (pages % pagesPerReport === 0) report(`${pages} pages of the table read, ${deleted} rows deleted`)
  }
  return deleted
}

/**
 * Marks a suspended company as being erased, and removes it from the companies of its plan, so that no schedule finds
 * it. There is no way back. Can be repeated: the first time stays. Null if there is no such company. Refused with
 * `invalid_state` if it is not suspended: somebody may have resumed it meanwhile.
 */
export function setErasing(table: Table, companyId: string): Promise<(Company & { erasing_at: number }) | null> {
  return retryUntilCommitted(table, async () => {
    const company = await findCompany(table, companyId)
    if (company === null) return null
    const now = table.now()
    const { suspended_at, erasing_at } = company
    if (erasing_at !== undefined) return { ...company, erasing_at }
    if (suspended_at === undefined) throw new Refusal('invalid_state', `The company ${companyId} is not suspended.`)
    const Update = {
      Key: keys.company(companyId),
      UpdateExpression: 'SET erasing_at = :now',
      ConditionExpression: '#plan = :plan AND attribute_exists(suspended_at) AND attribute_not_exists(erasing_at)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':now': now, ':plan': company.plan },
    }
    const Delete = { Key: keys.companyOfPlan(company.plan, companyId) }
    await transact(table, [{ action: { Update } }, { action: { Delete } }])
    return { ...company, erasing_at: now }
  })
}

/** Its last row, once all others are gone. False if it is gone already. */
function deleteErasedCompany(table: Table, companyId: string): Promise<boolean> {
  const ConditionExpression = 'attribute_exists(erasing_at)'
  return tryWrite(deleteRow(table, { Key: keys.company(companyId), ConditionExpression }))
}
