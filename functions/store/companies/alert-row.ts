import * as z from 'zod'
import { Refusal } from '../../domain/errors'
import { dayMs } from '../../domain/time'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { findRow, type Table, tryUpdate, type Update } from '../table/table'
import { transact } from '../table/transact'

/**
 * What of a company is to be mailed. `cursor`: the place in the log up to which all is mailed. `latest`: that of the
 * newest crossing that was seen. `due_at`: when it is mailed, in epoch milliseconds; absent while nothing waits.
 */
const AlertRow = z.object({ id: z.string(), cursor: z.string(), latest: z.string(), due_at: z.int().optional() })
export type AlertRow = z.infer<typeof AlertRow>
/** One that waits to be mailed. */
export type OpenAlert = AlertRow & { due_at: number }

/** Longer than a change waits in the table's stream: until then, the cursor says what was mailed already. */
const keptMs = 7 * dayMs

export async function findAlert(table: Table, companyId: string): Promise<AlertRow | null> {
  const row = await findRow(table, keys.alert(companyId))
  return row ? AlertRow.parse(row) : null
}

export function isOpen(alert: AlertRow | null): alert is OpenAlert {
  return alert?.due_at !== undefined
}

/**
 * In place of what was `found`. Throws `WriteConflict` where that has changed. Refused with `forbidden` where the
 * company is gone or is being erased: nobody would delete the row.
 */
export async function putAlert(
  table: Table,
  companyId: string,
  alert: OpenAlert,
  found: AlertRow | null,
): Promise<void> {
  const Item = { ...keys.alert(companyId), ...alert, ...makeExpiry(table) }
  const seen = found === null ? { ConditionExpression: 'attribute_not_exists(pk)' } : asFound(found)
  const isThere = 'attribute_exists(pk) AND attribute_not_exists(erasing_at)'
  await transact(table, [
    {
      action: { ConditionCheck: { Key: keys.company(companyId), ConditionExpression: isThere } },
      refusal: new Refusal('forbidden', 'The company is gone, or is being erased.'),
      decisive: true,
    },
    { action: { Put: { Item, ...seen } } },
  ])
}

/** False where the alert has been mailed meanwhile. */
export function raiseAlert(table: Table, companyId: string, { id }: OpenAlert, latest: string): Promise<boolean> {
  return update(table, companyId, {
    UpdateExpression: 'SET latest = :latest',
    ConditionExpression: 'id = :id AND attribute_exists(due_at)',
    ExpressionAttributeValues: { ':latest': latest, ':id': id },
  })
}

/** All up to `cursor` is mailed, and nothing waits. False where a later crossing was seen meanwhile. */
export function closeAlert(table: Table, companyId: string, { id }: OpenAlert, cursor: string): Promise<boolean> {
  return update(table, companyId, {
    UpdateExpression: `SET #cursor = :cursor, ${ttlAttribute} = :expiry REMOVE due_at`,
    ConditionExpression: 'id = :id AND latest <= :cursor',
    ExpressionAttributeNames: { '#cursor': 'cursor' },
    ExpressionAttributeValues: { ':cursor': cursor, ':id': id, ':expiry': makeExpiry(table)[ttlAttribute] },
  })
}

/** All up to `cursor` is mailed, and what came since waits. False where another run was here before. */
export function continueAlert(
  table: Table,
  companyId: string,
  { id }: OpenAlert,
  next: Omit<OpenAlert, 'latest'>,
): Promise<boolean> {
  return update(table, companyId, {
    UpdateExpression: `SET id = :next, #cursor = :cursor, due_at = :due, ${ttlAttribute} = :expiry`,
    ConditionExpression: 'id = :id',
    ExpressionAttributeNames: { '#cursor': 'cursor' },
    ExpressionAttributeValues: {
      ...{ ':next': next.id, ':cursor': next.cursor, ':due': next.due_at, ':id': id },
      ':expiry': makeExpiry(table)[ttlAttribute],
    },
  })
}

/** Every update has a condition on the id, so that none makes a row. */
function update(table: Table, companyId: string, changes: Omit<Update, 'Key'>): Promise<boolean> {
  return tryUpdate(table, { Key: keys.alert(companyId), ...changes })
}

function asFound({ id, due_at }: AlertRow) {
  return {
    ConditionExpression: `id = :id AND ${due_at === undefined ? 'attribute_not_exists(due_at)' : 'due_at = :due'}`,
    ExpressionAttributeValues: { ':id': id, ...(due_at !== undefined && { ':due': due_at }) },
  }
}

function makeExpiry(table: Table) {
  return { [ttlAttribute]: toTtl(table.now() + keptMs) }
}
