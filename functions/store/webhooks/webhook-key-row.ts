import { keys } from '../table/schema'
import { findRow, putRow, type Table, tryWrite } from '../table/table'

/** What is sealed to tell whether two master keys are the same. */
export const keyCheck = { text: 'inventory webhooks', context: 'stack/webhook-key' }

/** Null where no secret was sealed yet. */
export async function findKeyCheck(table: Table): Promise<string | null> {
  const row = await findRow(table, keys.webhookKey())
  return row ? String(row.sealed) : null
}

/** False where there is one. */
export function putKeyCheck(table: Table, sealed: string): Promise<boolean> {
  const Item = { ...keys.webhookKey(), sealed }
  return tryWrite(putRow(table, { Item, ConditionExpression: 'attribute_not_exists(pk)' }))
}
