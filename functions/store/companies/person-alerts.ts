import { keys } from '../table/schema'
import { judgeWrite, type Table, tryUpdate, updateRow } from '../table/table'
import type { FoundPerson } from './person-row'
import { isPerson, type PersonRow, parsePrincipalRow } from './principal-row'

/** A run that has begun a mail and said nothing for so long has died. A mail takes 15 s where SES does not answer. */
export const alertLeaseMs = 30_000

/** The person is there, has signed in, wants alerts, and is told of nothing up to `until` yet. */
const wants =
  'alerts = :low AND attribute_exists(accepted_at) AND attribute_not_exists(suspended_at) AND (attribute_not_exists(alerted_until) OR alerted_until < :until)'

/** As the condition of `claimMail`, for a row that was read. */
export function wantsMail(
  { alerts, accepted_at, suspended_at, alerted_until = '' }: PersonRow,
  until: string,
): boolean {
  return alerts === 'low_stock' && accepted_at !== undefined && suspended_at === undefined && alerted_until < until
}

/**
 * `claim` names the run. `claimed`: nobody else sends the mail up to `until` to the person for the time of the lease.
 * `needless`: the person has left, wants no mail or has it. `held`: another run is sending it.
 */
export async function claimMail(
  table: Table,
  { hash }: FoundPerson,
  { until, claim }: { until: string; claim: string },
): Promise<'claimed' | 'needless' | 'held'> {
  const now = table.now()
  // The meter writes into the same row: so only what is about mails is set, here and below.
  const update = updateRow(table, {
    Key: keys.principal(hash),
    UpdateExpression: 'SET alerting_at = :now, alerting_by = :claim',
    ConditionExpression: `${wants} AND (attribute_not_exists(alerting_at) OR alerting_at < :dead)`,
    ExpressionAttributeValues: {
      ...{ ':now': now, ':claim': claim, ':dead': now - alertLeaseMs },
      ...{ ':low': 'low_stock', ':until': until },
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  const answer = await judgeWrite(update)
  if (answer.done) return 'claimed'
  const row = answer.row && parsePrincipalRow(answer.row)
  if (!row || !isPerson(row) || !wantsMail(row, until)) return 'needless'
  return row.alerting_by === claim ? 'claimed' : 'held' // its own, where the answer was lost and it was sent again
}

/** The mail is sent. Does nothing where the person is gone. */
export function recordMail(table: Table, { hash }: FoundPerson, until: string): Promise<boolean> {
  return tryUpdate(table, {
    Key: keys.principal(hash),
    UpdateExpression: 'SET alerted_until = :until REMOVE alerting_at, alerting_by',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':until': until },
  })
}

/** The mail was not sent: the next run need not wait. Does nothing where another run has claimed it. */
export function releaseMail(table: Table, { hash }: FoundPerson, claim: string): Promise<boolean> {
  return tryUpdate(table, {
    Key: keys.principal(hash),
    UpdateExpression: 'REMOVE alerting_at, alerting_by',
    ConditionExpression: 'alerting_by = :claim',
    ExpressionAttributeValues: { ':claim': claim },
  })
}
