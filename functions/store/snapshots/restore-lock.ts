import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { Refused } from '../../domain/errors'
import { abandonedAfterMs } from '../../domain/snapshots/snapshot'
import { conditionHolds, getRow, type Table } from '../client'
import { keys } from '../schema'
import type { Write } from '../transact'

/** Who wants to restore: the restore's id, and the idempotency key of its request. */
export type Restorer = { company: string; restoreId: string; idempotencyKey: string | null }

/** Who holds the lock; nobody, where it has just been freed. */
const LockRow = z.object({ restore_id: z.string().optional(), idempotency_key: z.string().nullish() })
export type Lock = z.infer<typeof LockRow>

/**
 * Takes the lock that a company's one restore holds, or that has had no heartbeat for so long that its restore counts as failed. Null where
 * that succeeds, and otherwise who holds it.
 */
export async function tryLock(table: Table, { company, restoreId, idempotencyKey }: Restorer): Promise<Lock | null> {
  const now = table.now()
  const Key = keys.restoreLock(company)
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...Key, restore_id: restoreId, idempotency_key: idempotencyKey, heartbeat: now },
    ConditionExpression: 'attribute_not_exists(pk) OR heartbeat <= :abandoned OR restore_id = :id',
    ExpressionAttributeValues: { ':abandoned': now - abandonedAfterMs, ':id': restoreId },
  })
  if (await conditionHolds(table.db.send(command))) return null
  return LockRow.parse((await getRow(table, Key)) ?? {})
}

/** Gives the lock back, if it is still the restore's. */
export async function unlockRestores(table: Table, { company, restoreId }: Restorer): Promise<void> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: keys.restoreLock(company),
    ConditionExpression: 'restore_id = :id',
    ExpressionAttributeValues: { ':id': restoreId },
  })
  await conditionHolds(table.db.send(command))
}

/** A sign of life, to go into the transaction that tells of progress. Refused where another restore has taken the lock. */
export function heartbeatWrite(table: Table, company: string, restoreId: string): Write {
  const action = {
    Update: {
      TableName: table.name,
      Key: keys.restoreLock(company),
      UpdateExpression: 'SET heartbeat = :now',
      ConditionExpression: 'restore_id = :id',
      ExpressionAttributeValues: { ':id': restoreId, ':now': table.now() },
    },
  }
  return { action, refusal: lost() }
}

/** Frees the lock, to go into the transaction that ends the restore. */
export function unlockWrite(table: Table, company: string, restoreId: string): Write {
  const action = {
    Delete: {
      TableName: table.name,
      Key: keys.restoreLock(company),
      ConditionExpression: 'restore_id = :id',
      ExpressionAttributeValues: { ':id': restoreId },
    },
  }
  return { action, refusal: lost() }
}

function lost(): Refused {
  return new Refused('invalid_state', 'The restore was taken for failed, and another one has begun.', 'status')
}
