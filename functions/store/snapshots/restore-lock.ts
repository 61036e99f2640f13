import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { abandonedAfterMs } from '../../domain/snapshots/snapshot'
import { keys } from '../table/schema'
import { findRow, type Table } from '../table/table'
import type { Write } from '../table/transact'

/** A company's restores are one at a time. `heartbeat`: epoch milliseconds, or 0 once the restore has released it. */
export const LockRow = z.object({
  restore_id: z.string(),
  idempotency_key: z.string().nullable(),
  heartbeat: z.int(),
})
export type Lock = z.infer<typeof LockRow>

/** Null before the company's first restore. */
export async function findLock(table: Table, companyId: string): Promise<Lock | null> {
  const row = await findRow(table, keys.restoreLock(companyId))
  return row ? LockRow.parse(row) : null
}

/** False once it is released, and 15 minutes off its heartbeat, either way: its restore then counts as failed. */
export function isHeld(lock: Lock | null, now: number): lock is Lock {
  return lock !== null && Math.abs(now - lock.heartbeat) < abandonedAfterMs
}

/**
 * Commit it with the beginning of the restore, so that there is no lock without a restore. `seen`: the lock as it was
 * when the restore was planned, which nobody held. Refused with `invalid_state` if another restore has begun since.
 */
export function makeLockWrite(companyId: string, lock: Lock, seen: Lock | null): Write {
  const Item = { ...keys.restoreLock(companyId), ...lock }
  const condition =
    seen === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'restore_id = :id AND heartbeat = :heartbeat',
          ExpressionAttributeValues: { ':id': seen.restore_id, ':heartbeat': seen.heartbeat },
        }
  const refusal = new Refusal('invalid_state', 'Another restore has begun meanwhile: one at a time.', 'status')
  return { action: { Put: { Item, ...condition } }, refusal }
}

/** Commit it with the progress. Refused with `invalid_state` if another restore has taken the lock. */
export function makeHeartbeatWrite(table: Table, companyId: string, restoreId: string): Write {
  return makeUpdate(companyId, restoreId, table.now())
}

/** Commit it with the end of the restore. Refused with `invalid_state` if another restore has taken the lock. */
export function makeUnlockWrite(companyId: string, restoreId: string): Write {
  return makeUpdate(companyId, restoreId, 0)
}

function makeUpdate(companyId: string, restoreId: string, heartbeat: number): Write {
  const action = {
    Update: {
      Key: keys.restoreLock(companyId),
      UpdateExpression: 'SET heartbeat = :heartbeat',
      ConditionExpression: 'restore_id = :id',
      ExpressionAttributeValues: { ':id': restoreId, ':heartbeat': heartbeat },
    },
  }
  const lost = new Refusal('invalid_state', 'The restore was taken for failed, and another one has begun.', 'status')
  return { action, refusal: lost }
}
