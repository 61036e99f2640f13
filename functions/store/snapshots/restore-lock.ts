import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Refused } from '../../domain/errors'
import { abandonedAfterMs } from '../../domain/snapshot'
import type { Table } from '../client'
import { Overtaken, untilCommitted, type Write } from '../commit/transact'
import { keys } from '../schema'

/** Who wants to restore: the restore's id, and the idempotency key of its request. */
export type Restorer = { company: string; restoreId: string; idempotencyKey: string | null }

/**
 * Takes the lock that a company's one restore holds, or that has had no heartbeat for so long that its restore counts as failed.
 * Refused with `invalid_state` while another restore is under way. If that is the same request, sent twice, its end is awaited.
 */
export function lockRestores(table: Table, restorer: Restorer): Promise<void> {
  return untilCommitted(async () => {
    const holder = await tryLock(table, restorer)
    if (holder === null) return
    const same = restorer.idempotencyKey !== null && holder.idempotency_key === restorer.idempotencyKey
    if (same || holder.restore_id === undefined) throw new Overtaken() // without an id, it has just been freed
    throw new Refused('invalid_state', `The restore ${holder.restore_id} is under way: one at a time.`, 'status')
  })
}

/** Gives the lock back, if it is still the restore's. */
export async function unlockRestores(table: Table, { company, restoreId }: Restorer): Promise<void> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: keys.restoreLock(company),
    ConditionExpression: 'restore_id = :id',
    ExpressionAttributeValues: { ':id': restoreId },
  })
  await table.db.send(command).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  })
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

type Lock = { restore_id?: string; idempotency_key?: string | null }

/** Null where the lock was free, and otherwise who holds it. */
async function tryLock(table: Table, { company, restoreId, idempotencyKey }: Restorer): Promise<Lock | null> {
  const now = table.now()
  const Key = keys.restoreLock(company)
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...Key, restore_id: restoreId, idempotency_key: idempotencyKey, heartbeat: now },
    ConditionExpression: 'attribute_not_exists(pk) OR heartbeat <= :abandoned OR restore_id = :id',
    ExpressionAttributeValues: { ':abandoned': now - abandonedAfterMs, ':id': restoreId },
  })
  try {
    await table.db.send(command)
    return null
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { Item = {} } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
    return Item as Lock
  }
}
