import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Windows } from '../../domain/companies/allowance'
import type { Table } from '../client'
import { keys } from '../schema'
import { type PrincipalRow, parsePrincipalRow } from './principal-row'

/** If nothing could be counted: the row as it is, or null if there is none. */
export type CountedRequest =
  | { counted: true; principal: PrincipalRow }
  | { counted: false; principal: PrincipalRow | null }

/**
 * Only while the windows are `from`, those that stay open have requests left, it is usable at `now`, and its
 * company is not suspended.
 */
export async function countRequest(
  table: Table,
  hash: string,
  now: number,
  { from, to }: { from: Windows; to: Windows },
): Promise<CountedRequest> {
  const newMinute = to.minute !== from.minute
  const newDay = to.day !== from.day
  const conditions = ['#minute = :from_minute', '#day = :from_day']
  conditions.push('attribute_not_exists(revoked_at)', 'attribute_not_exists(suspended_at)')
  conditions.push('(attribute_not_exists(valid_until) OR valid_until > :now)')
  if (!newMinute) conditions.push('minute_count < minute_limit')
  if (!newDay) conditions.push('(attribute_not_exists(day_limit) OR day_count < day_limit)')
  const command: UpdateCommandInput = {
    TableName: table.name,
    Key: keys.principal(hash),
    UpdateExpression: `SET #minute = :minute, #day = :day, last_used_at = :now,
      minute_count = ${newMinute ? ':one' : 'minute_count + :one'}, day_count = ${newDay ? ':one' : 'day_count + :one'}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#minute': 'minute', '#day': 'day' },
    ExpressionAttributeValues: {
      ':minute': to.minute,
      ':day': to.day,
      ':from_minute': from.minute,
      ':from_day': from.day,
      ':now': now,
      ':one': 1,
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
  try {
    const { Attributes } = await table.db.send(new UpdateCommand(command))
    return { counted: true, principal: parsePrincipalRow(Attributes) }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { counted: false, principal: error.Item ? parsePrincipalRow(unmarshall(error.Item)) : null }
  }
}
