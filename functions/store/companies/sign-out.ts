import { keys } from '../table/schema'
import type { Write } from '../table/transact'
import type { FoundPerson } from './person-row'

/**
 * Ends the sessions of before `at`. One that was ended later stays so: clocks differ. Without a refusal, since the row
 * of a person who is linked meanwhile has another key: the next try finds it there.
 */
export function makeSignOutWrite({ hash, row }: FoundPerson, at: number): Write {
  const Update = {
    Key: keys.principal(hash),
    UpdateExpression: 'SET signed_out_at = :at',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(signed_out_at) OR signed_out_at <= :at)',
    ExpressionAttributeValues: { ':at': Math.max(at, row.signed_out_at ?? 0) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  return { action: { Update } }
}
