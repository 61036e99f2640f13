import * as z from 'zod'
import { maxAheadMs } from '../../domain/companies/write-rate'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { judgeWrite, type Table, updateRow } from '../table/table'

/** The row is of no use once its time is over. */
const keptMs = 3_600_000

/** `busy_until`: until when the time of the company's log is taken, in epoch milliseconds. */
const WriteRateRow = z.object({ busy_until: z.number() })

/**
 * `takeTime` of the domain, with DynamoDB as the judge: it takes the time only while it is free at `now` (`idle`), or
 * is taken already, but not too far ahead. If not: until when it is taken, or null where there is no row.
 */
export async function tryTakeTime(
  table: Table,
  companyId: string,
  { workMs, now, idle }: { workMs: number; now: number; idle: boolean },
): Promise<{ taken: true } | { taken: false; busyUntil: number | null }> {
  const [UpdateExpression, ConditionExpression] = idle
    ? ['SET busy_until = :now + :work', 'attribute_not_exists(pk) OR busy_until <= :now']
    : ['SET busy_until = busy_until + :work', 'busy_until > :now AND busy_until <= :latest']
  const update = {
    Key: keys.writeRate(companyId),
    UpdateExpression: `${UpdateExpression}, #ttl = :ttl`,
    ConditionExpression,
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: {
      ':now': now,
      ':work': workMs,
      ':ttl': toTtl(now + keptMs),
      ...(!idle && { ':latest': now + maxAheadMs }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  const { done, row } = await judgeWrite(updateRow(table, update))
  return done ? { taken: true } : { taken: false, busyUntil: row ? WriteRateRow.parse(row).busy_until : null }
}
