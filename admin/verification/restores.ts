import { abandonedAfterMs } from '../../functions/domain/snapshots/snapshot'
import { isExpired } from '../../functions/store/schema'
import { findLock } from '../../functions/store/snapshots/restore-lock'
import { findRestoreRow, readCheckedRestores } from '../../functions/store/snapshots/restore-row'
import { clockSkewMs } from '../../functions/store/timing'
import type { Finding } from './finding'
import type { Inspection } from './inspection'

/**
 * A restore that runs holds the lock. One without progress for 15 minutes counts as failed: that is no damage. Neither
 * is one that was taken for failed, so that another one holds the lock: its next step is refused.
 */
export async function checkRestores(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  inspection.report('reading the restores')
  for await (const page of readCheckedRestores(table, companyId)) {
    for (const checked of page) {
      const row = inspection.take(checked)
      if (row?.status !== 'running' || isExpired(row, table.now())) continue
      if (row.heartbeat + abandonedAfterMs <= table.now())
        inspection.notes.push(
          `The restore ${row.id} has stopped at ${row.done} of ${row.total} items: it counts as failed.`,
        )
      else inspection.suspect(row.id, () => checkRunning(inspection, row.id))
    }
    inspection.count('restores', page.length)
  }
  inspection.suspect('LOCK', () => checkLock(inspection))
}

async function checkRunning({ table, companyId }: Inspection, id: string): Promise<Finding[]> {
  const row = await findRestoreRow(table, companyId, id)
  if (row?.status !== 'running' || row.heartbeat + abandonedAfterMs <= table.now()) return []
  const lock = await findLock(table, companyId)
  const { restore_id: holder = 'nobody', heartbeat = 0 } = lock ?? {}
  if (holder === id || heartbeat + abandonedAfterMs > table.now()) return []
  return [{ code: 'wrong_restore', resource: id, text: `The restore is running, and ${holder} holds the lock.` }]
}

async function checkLock({ table, companyId }: Inspection): Promise<Finding[]> {
  const { restore_id = 'LOCK', heartbeat = 0 } = (await findLock(table, companyId)) ?? {}
  if (heartbeat <= table.now() + clockSkewMs) return []
  const at = new Date(heartbeat).toISOString()
  return [{ code: 'wrong_restore', resource: restore_id, text: `The lock of restores is from the future: ${at}.` }]
}
