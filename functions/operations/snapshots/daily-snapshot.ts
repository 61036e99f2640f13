import { createHash } from 'node:crypto'
import { encodeTime } from 'ulid'
import type { Caller } from '../../domain/companies/caller'
import type { Snapshot } from '../../domain/snapshots/snapshot'
import { formatDate } from '../../domain/time'
import { findCompany } from '../../store/companies/companies'
import type { Table } from '../../store/table/table'
import { openContext } from '../context'
import { findSnapshot } from './read-snapshots'
import { takeSnapshot } from './take-snapshot'

/**
 * `date` is a UTC day (`2026-03-14`). Null where the snapshot exists, or the plan does not include it any more. A
 * suspended company gets its snapshots: it keeps its data.
 */
export async function takeDailySnapshot(
  table: Table,
  companyId: string,
  date: string,
  requestId: string,
): Promise<Snapshot | null> {
  const company = await findCompany(table, companyId)
  if (company?.plan !== 'enterprise') return null
  const id = makeDailyId(companyId, date)
  if (await isReady(table, companyId, id)) return null
  const actor = { type: 'system' as const, id: 'daily-snapshots', name: null }
  const { plan, time_zone: timeZone = null } = company
  const caller: Caller = { companyId, plan, timeZone, userId: 'system', actor, requestId }
  const context = openContext(table, caller)
  try {
    return (await takeSnapshot(context, { id, name: makeName(date, table.now()), type: 'automatic' })).snapshot
  } catch (error) {
    if (await isReady(table, companyId, id)) return null // another attempt came first
    throw error
  }
}

/** One that is taken after its day, since its event was replayed, has the items of then. */
function makeName(date: string, now: number): string {
  const today = formatDate(now)
  return today === date ? `Daily ${date}` : `Daily ${date}, taken ${today}`
}

/** Makes the same id for the same company and day, so that repeated attempts make one snapshot. */
function makeDailyId(companyId: string, date: string): string {
  const digest = createHash('sha256').update(`${companyId} ${date}`).digest()
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const tail = Array.from(digest.subarray(0, 16), (byte) => letters[byte % 32]).join('')
  return `snp_${encodeTime(Date.parse(date), 10)}${tail}`
}

async function isReady(table: Table, companyId: string, id: string): Promise<boolean> {
  return (await findSnapshot(table, companyId, id))?.snapshot.status === 'ready'
}
