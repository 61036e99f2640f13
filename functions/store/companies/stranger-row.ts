import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import type { Table } from '../table/table'

const StrangerRow = z.object({ requests: z.int() })

/** The number of this request in the minute, or null where there were `max` before. `hash`: of the subject. */
export async function countStranger(
  table: Table,
  { hash, minute, max }: { hash: string; minute: number; max: number },
): Promise<number | null> {
  const update = {
    TableName: table.name,
    Key: keys.stranger(hash, minute),
    UpdateExpression: 'ADD requests :one SET #ttl = :ttl',
    ConditionExpression: 'attribute_not_exists(requests) OR requests < :max',
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: { ':one': 1, ':max': max, ':ttl': toTtl((minute + 10) * 60_000) },
    ReturnValues: 'ALL_NEW' as const,
  }
  try {
    return StrangerRow.parse((await table.db.send(new UpdateCommand(update))).Attributes).requests
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null
    throw error
  }
}
