import type { Attempt, WebhookDelivery } from '../../domain/webhooks/delivery'
import { keys } from '../table/schema'
import { judgeWrite, putRow, type Table, tryUpdate } from '../table/table'
import { tryTransact } from '../table/transact'
import { type DeliveryRow, parseDeliveryRow } from './delivery-row'
import { makeDueWrite } from './due-delivery-row'
import { makeEventItem, type WebhookEventRow } from './webhook-event-row'

/** Where the row of a delivery stands. */
export type DeliveryPlace = { companyId: string; webhookId: string; id: string }

/** What becomes of a delivery after an attempt. `nextAttempt`: epoch milliseconds, null where there is none. */
export type RecordedAttempt = {
  attempt: Attempt
  status: WebhookDelivery['status']
  nextAttempt: number | null
  /** True where a queue cannot wait so long: the row of what is due is committed with the attempt. */
  isLater: boolean
}

export async function putEvent(table: Table, companyId: string, event: WebhookEventRow): Promise<void> {
  await putRow(table, { Item: makeEventItem(companyId, event, table.now()) })
}

/** Null where it is new. Otherwise the delivery as it is already: nothing was written. */
export async function putDelivery(table: Table, place: DeliveryPlace, row: DeliveryRow): Promise<DeliveryRow | null> {
  const put = putRow(table, {
    Item: { ...keys.delivery(place.companyId, place.webhookId, place.id), ...row },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  const { row: found } = await judgeWrite(put)
  return found ? parseDeliveryRow(found) : null
}

/** After the message about it was sent again. False where another sender has done so, or where an attempt was made. */
export function renewQueued(table: Table, place: DeliveryPlace, seen: DeliveryRow): Promise<boolean> {
  const values = { ':now': table.now(), ':seen': seen.queued_at, ':none': 0, ':pending': 'pending' }
  const update = makeUpdate(place, {
    UpdateExpression: 'SET queued_at = :now',
    ConditionExpression: 'queued_at = :seen AND size(attempts) = :none AND #status = :pending',
    ExpressionAttributeValues: values,
  })
  return tryUpdate(table, update)
}

/** False where others have recorded an attempt since, or it has ended; or where the answer of the database was lost. */
export async function recordAttempt(
  table: Table,
  place: DeliveryPlace,
  seen: DeliveryRow,
  recorded: RecordedAttempt,
): Promise<boolean> {
  const { attempt, status, nextAttempt, isLater } = recorded
  const update = makeUpdate(place, {
    UpdateExpression: `SET attempts = list_append(attempts, :attempt), #status = :status${
      nextAttempt === null ? ' REMOVE next_attempt' : ', next_attempt = :next'
    }`,
    ConditionExpression: 'size(attempts) = :count AND #status = :pending',
    ExpressionAttributeValues: {
      ':attempt': [attempt],
      ':status': status,
      ':count': seen.attempts.length,
      ':pending': 'pending',
      ...(nextAttempt === null ? {} : { ':next': nextAttempt }),
    },
  })
  if (nextAttempt === null || !isLater) return tryUpdate(table, update)
  return commitDue(table, update, { place, attempt: seen.attempts.length + 1, at: nextAttempt })
}

/** Without another attempt. False where it had ended. */
export function endDelivery(table: Table, place: DeliveryPlace): Promise<boolean> {
  const update = makeUpdate(place, {
    UpdateExpression: 'SET #status = :failed REMOVE next_attempt',
    ConditionExpression: '#status = :pending',
    ExpressionAttributeValues: { ':failed': 'failed', ':pending': 'pending' },
  })
  return tryUpdate(table, update)
}

/** The attempt is due at another time, later than a queue can wait. False where it was made, or will not be. */
export function postponeAttempt(
  table: Table,
  place: DeliveryPlace,
  { attempt, at }: { attempt: number; at: number },
): Promise<boolean> {
  const update = makeUpdate(place, {
    UpdateExpression: 'SET next_attempt = :next',
    ConditionExpression: 'size(attempts) = :count AND #status = :pending',
    ExpressionAttributeValues: { ':next': at, ':count': attempt, ':pending': 'pending' },
  })
  return commitDue(table, update, { place, attempt, at })
}

type Update = { UpdateExpression: string; ConditionExpression: string; ExpressionAttributeValues: object }

function makeUpdate({ companyId, webhookId, id }: DeliveryPlace, update: Update) {
  return {
    Key: keys.delivery(companyId, webhookId, id),
    ...update,
    ExpressionAttributeNames: { '#status': 'status' },
  }
}

/** With the row of what is due, or not at all. False where the condition of the update does not hold. */
function commitDue(
  table: Table,
  Update: ReturnType<typeof makeUpdate>,
  { place, attempt, at }: { place: DeliveryPlace; attempt: number; at: number },
): Promise<boolean> {
  const due = { company_id: place.companyId, webhook_id: place.webhookId, delivery_id: place.id, attempt, at }
  return tryTransact(table, { Update }, [makeDueWrite(due)])
}
