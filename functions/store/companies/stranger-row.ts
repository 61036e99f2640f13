import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { judgeWrite, type Table, updateRow } from '../table/table'

/** `counted_by`: which call was counted last. */
const StrangerRow = z.object({ requests: z.int(), counted_by: z.string() })

/**
 * The number of this request in the minute, or null where there were `max` before. `hash`: of the subject. An update
 * that is sent again, since its answer was lost, counts once, unless another request was counted meanwhile.
 */
export async function countStranger(
  table: Table,
  { hash, minute, max }: { hash: string; minute: number; max: number },
): Promise<number | null> {
  const call = randomUUID()
  const update = {
    Key: keys.stranger(hash, minute),
    UpdateExpression: 'ADD requests :one SET #ttl = :ttl, counted_by = :call',
    ConditionExpression: 'attribute_not_exists(requests) OR (requests < :max AND counted_by <> :call)',
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: { ':one': 1, ':max': max, ':call': call, ':ttl': toTtl((minute + 10) * 60_000) },
    ReturnValues: 'ALL_NEW' as const,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  }
  const answer = await judgeWrite(updateRow(table, update))
  const row = answer.row && StrangerRow.parse(answer.row)
  return row?.counted_by === call ? row.requests : null // its own, also where the answer was lost
}
