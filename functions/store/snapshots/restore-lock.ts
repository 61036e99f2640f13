import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { abandonedAfterMs } from '../../domain/snapshots/snapshot'
import { keys } from '../table/schema'
import { findRow, type Table, tryWrite } from '../table/table'
import type { Write } from '../table/transact'

export type Restorer = { companyId: string; restoreId: string; idempotencyKey: string | null }

export const LockRow = z.object({
  restore_id: z.string(),
  idempotency_key: z.string().nullable(),
  heartbeat: z.int(),
})
/** Empty if the lock has just been released. */
export type Lock = Partial<z.infer<typeof LockRow>>

/**
 * Null if it was taken, else the lock as another restore holds it. It can be taken if it is free, if this restore holds
 * it, or after 15 minutes without heartbeat: its restore then counts as failed. `now`: the first heartbeat.
 */
export async function tryLock(
  table: Table,
  { companyId, restoreId, idempotencyKey }: Restorer,
  now = table.now(),
): Promise<Lock | null> {
  const Key = keys.restoreLock(companyId)
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...Key, restore_id: restoreId, idempotency_key: idempotencyKey, heartbeat: now },
    ConditionExpression: 'attribute_not_exists(pk) OR heartbeat <= :abandoned OR restore_id = :id',
    ExpressionAttributeValues: { ':abandoned': now - abandonedAfterMs, ':id': restoreId },
  })
  if (await tryWrite(table.db.send(command))) return null
  return (await findLock(table, companyId)) ?? {}
}

/** False after 15 minutes without heartbeat. */
export async function isLocked(table: Table, companyId: string): Promise<boolean> {
  const { heartbeat = 0 } = (await findLock(table, companyId)) ?? {}
  return heartbeat > table.now() - abandonedAfterMs
}

export async function findLock(table: Table, companyId: string): Promise<z.infer<typeof LockRow> | null> {
  const row = await findRow(table, keys.restoreLock(companyId))
  return row ? LockRow.parse(row) : null
}

/** Only if this restore still holds it. */
export async function unlockRestores(table: Table, { companyId, restoreId }: Restorer): Promise<void> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: keys.restoreLock(companyId),
    ConditionExpression: 'restore_id = :id',
    ExpressionAttributeValues: { ':id': restoreId },
  })
  await tryWrite(table.db.send(command))
}

/** Commit it with the progress. Refused with `invalid_state` if another restore has taken the lock. */
export function makeHeartbeatWrite(table: Table, companyId: string, restoreId: string): Write {
  const action = {
    Update: {
      TableName: table.name,
      Key: keys.restoreLock(companyId),
      UpdateExpression: 'SET heartbeat = :now',
      ConditionExpression: 'restore_id = :id',
      ExpressionAttributeValues: { ':id': restoreId, ':now': table.now() },
    },
  }
  return { action, refusal: makeLostRefusal() }
}

/** Commit it with the end of the restore. Refused with `invalid_state` if another restore has taken the lock. */
export function makeUnlockWrite(table: Table, companyId: string, restoreId: string): Write {
  const action = {
    Delete: {
      TableName: table.name,
      Key: keys.restoreLock(companyId),
      ConditionExpression: 'restore_id = :id',
      ExpressionAttributeValues: { ':id': restoreId },
    },
  }
  return { action, refusal: makeLostRefusal() }
}

function makeLostRefusal(): Refusal {
  return new Refusal('invalid_state', 'The restore was taken for failed, and another one has begun.', 'status')
}
