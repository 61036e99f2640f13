import { randomUUID } from 'node:crypto'
import type { Windows } from '../../domain/companies/allowance'
import { keys } from '../table/schema'
import { judgeWrite, type Table, type Update, updateRow } from '../table/table'
import { type PrincipalRow, parsePrincipalRow } from './principal-row'

/**
 * `before`: the row of the day before, where this has opened a new day. If nothing could be counted: the row as it is,
 * or null if there is none.
 */
export type CountedRequest =
  | { counted: true; principal: PrincipalRow; before: PrincipalRow | null }
  | { counted: false; principal: PrincipalRow | null }

/**
 * Only while the windows are those of `known`, the row as it was last seen, or already `to`, those that stay open have
 * requests left, it is usable at `now`, its company is not suspended, and nobody has ended its sessions since
 * `signedInAt`, which is 0 for a key. `refused`: how many of the day were refused,
 * and are not told yet. An update that is sent again, since its answer was lost, counts once, unless another request
 * was counted meanwhile.
 */
export async function countRequest(
  table: Table,
  hash: string,
  now: number,
  { known, to, refused, signedInAt }: { known: PrincipalRow | null; to: Windows; refused: number; signedInAt: number },
): Promise<CountedRequest> {
  const from = known ?? to
  const newMinute = to.minute !== from.minute
  const newDay = to.day !== from.day
  const call = randomUUID()
  const conditions = ['#minute = :from_minute', '#day = :from_day']
  conditions.push('(attribute_not_exists(counted_by) OR counted_by <> :call)')
  conditions.push('attribute_not_exists(revoked_at)', 'attribute_not_exists(suspended_at)')
  conditions.push('(attribute_not_exists(valid_until) OR valid_until > :now)')
  conditions.push('(attribute_not_exists(signed_out_at) OR signed_out_at < :signed_in_at)')
  if (!newMinute) conditions.push('minute_count < minute_limit')
  if (!newDay) conditions.push('(attribute_not_exists(day_limit) OR day_count < day_limit)')
  const dayChange = newDay
    ? { day_count: ':one', day_refused: ':refused' }
    : {
        day_count: 'day_count + :one',
        ...(refused > 0 && { day_refused: 'if_not_exists(day_refused, :zero) + :refused' }),
      }
  const sets = Object.entries({ minute_count: newMinute ? ':one' : 'minute_count + :one', ...dayChange })
  const update: Update = {
    Key: keys.principal(hash),
    UpdateExpression: `SET #minute = :minute, #day = :day, last_used_at = :now, counted_by = :call,
      ${sets.map(([name, value]) => `${name} = ${value}`).join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#minute': 'minute', '#day': 'day' },
    ExpressionAttributeValues: {
      ':minute': to.minute,
      ':day': to.day,
      ':from_minute': from.minute,
      ':from_day': from.day,
      ':now': now,
      ':signed_in_at': signedInAt,
      ':call': call,
      ':one': 1,
      ...('day_refused' in dayChange && { ':refused': refused }),
      ...(!newDay && refused > 0 && { ':zero': 0 }),
    },
    // The counts of the day before are gone with this, so the update that opens a day hands them back.
    ReturnValues: newDay ? 'ALL_OLD' : 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
  const answer = await judgeWrite(updateRow(table, update))
  const row = answer.row ? parsePrincipalRow(answer.row) : null
  // It has met its own update, whose answer was lost. The day before is known as it was just before that.
  if (!answer.done && row?.counted_by === call) return { counted: true, principal: row, before: newDay ? known : null }
  if (!answer.done || !row) return { counted: false, principal: row }
  if (!newDay) return { counted: true, principal: row, before: null }
  const counts = { ...to, minute_count: newMinute ? 1 : row.minute_count + 1, day_count: 1, day_refused: refused }
  return { counted: true, principal: { ...row, ...counts, last_used_at: now }, before: row }
}
