import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeTime } from 'ulid'
import type { Caller } from '../../domain/companies/caller'
import { Refused } from '../../domain/errors'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import type { Table } from '../../store/client'
import { getCompany } from '../../store/companies/companies'
import { findSnapshot } from './get-snapshot'
import { takeSnapshot } from './take-snapshot'

/**
 * Takes the automatic snapshot of a company and a UTC day (`2026-03-14`). Null where there is one already, or the company's plan
 * does not include it any more.
 */
export async function takeDailySnapshot(
  table: Table,
  companyId: string,
  date: string,
  requestId: string,
): Promise<Snapshot | null> {
  const company = await getCompany(table, companyId)
  if (company?.plan !== 'enterprise') return null
  const id = dailyId(companyId, date)
  if (await isReady(table, companyId, id)) return null
  const actor = { type: 'system' as const, id: 'daily-snapshots', name: null }
  const caller: Caller = { companyId, plan: company.plan, userId: 'system', actor, requestId }
  const context = { table, caller, idempotency: null }
  try {
    return (await takeSnapshot(context, { id, name: `Daily ${date}`, type: 'automatic' })).snapshot
  } catch (error) {
    for (let wait = 0; wait < 10; wait++) {
      if (await isReady(table, companyId, id)) return null // another attempt was first
      if (!(error instanceof Refused)) break
      await sleep(200)
    }
    throw error
  }
}

/** The same for the same company and day, so that there is one however often it is taken. */
function dailyId(companyId: string, date: string): string {
  const digest = createHash('sha256').update(`${companyId} ${date}`).digest()
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const tail = Array.from(digest.subarray(0, 16), (byte) => letters[byte % 32]).join('')
  return `snp_${encodeTime(Date.parse(date), 10)}${tail}`
}

async function isReady(table: Table, companyId: string, id: string): Promise<boolean> {
  return (await findSnapshot(table, companyId, id))?.snapshot.status === 'ready'
}
