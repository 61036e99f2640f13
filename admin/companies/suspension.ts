import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { Refusal } from '../../functions/domain/errors'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { keys, type RowKey } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { transact, type Write } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { readHashes } from '../keys/api-keys'
import { readWebhookKeys } from './webhooks'

/** From then on no key can be created. Can be repeated: the first time stays. Null if there is no such company. */
export function setSuspended(table: Table, companyId: string): Promise<Company | null> {
  return updateCompany(table, companyId, {
    UpdateExpression: 'SET suspended_at = if_not_exists(suspended_at, :now)',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': table.now() },
  })
}

/**
 * Can be repeated. `stays`: also one that was exported to be moved. Null if there is no such company, if it is being
 * erased or imported, or if it is being moved and does not stay.
 */
export function unsetSuspended(table: Table, companyId: string, { stays = false } = {}): Promise<Company | null> {
  const conditions = ['attribute_exists(pk)', 'attribute_not_exists(erasing_at)', 'attribute_not_exists(importing)']
  return updateCompany(table, companyId, {
    UpdateExpression: `REMOVE suspended_at${stays ? ', moving_at' : ''}`,
    ConditionExpression: [...conditions, ...(stays ? [] : ['attribute_not_exists(moving_at)'])].join(' AND '),
  })
}

/**
 * From then on no job of the company begins. Can be repeated: the first time stays. Null if there is no such company,
 * or if it is not suspended, or is being erased or imported.
 */
export async function setMoving(table: Table, companyId: string): Promise<(Company & { moving_at: number }) | null> {
  const now = table.now()
  const company = await updateCompany(table, companyId, {
    UpdateExpression: 'SET moving_at = if_not_exists(moving_at, :now)',
    ConditionExpression:
      'attribute_exists(suspended_at) AND attribute_not_exists(erasing_at) AND attribute_not_exists(importing)',
    ExpressionAttributeValues: { ':now': now },
  })
  return company && { ...company, moving_at: company.moving_at ?? now }
}

/** What a suspension reaches: keys and people, revoked keys, too; and webhooks, so that what is due to them waits. */
const parts = {
  keys: async (table: Table, companyId: string) => (await readHashes(table, companyId)).map(keys.principal),
  webhooks: readWebhookKeys,
}
type Part = keyof typeof parts

/** Can be repeated. Refused with `invalid_state` if the company is not suspended. */
export function suspendParts(table: Table, companyId: string, ...names: Part[]): Promise<void> {
  return updateParts(table, companyId, names, {
    update: 'SET suspended_at = if_not_exists(suspended_at, :now)',
    values: { ':now': table.now() },
    company: 'attribute_exists(suspended_at)',
    refusal: new Refusal('invalid_state', 'The company is being resumed by another command.'),
  })
}

/** Can be repeated. Refused with `invalid_state` if the company is suspended. */
export function resumeParts(table: Table, companyId: string, ...names: Part[]): Promise<void> {
  return updateParts(table, companyId, names, {
    update: 'REMOVE suspended_at',
    company: 'attribute_exists(pk) AND attribute_not_exists(suspended_at)',
    refusal: new Refusal('invalid_state', 'The company is being suspended by another command.'),
  })
}

/** `company`: what must hold of it. `refusal`: what it means where that does not hold. */
type RowUpdate = { update: string; values?: Record<string, unknown>; company: string; refusal: Refusal }

type Expressions = Omit<UpdateCommandInput, 'TableName' | 'Key'>

async function updateCompany(table: Table, companyId: string, update: Expressions): Promise<Company | null> {
  const command = { TableName: table.name, Key: keys.company(companyId), ...update, ReturnValues: 'ALL_NEW' } as const
  try {
    return parseCompany((await table.db.send(new UpdateCommand(command))).Attributes)
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null
    throw error
  }
}

async function updateParts(table: Table, companyId: string, names: Part[], update: RowUpdate): Promise<void> {
  for (const name of names)
    for (const key of await parts[name](table, companyId)) await updateRow(table, companyId, key, update)
}

/**
 * In a database transaction with a check of its company: so of two commands at once, the one that came second in the
 * company's row decides about every row. It is sent again where others write the same row: the meter a key, deliveries
 * a webhook. Does nothing where the row is gone by then.
 */
async function updateRow(table: Table, companyId: string, Key: RowKey, update: RowUpdate): Promise<void> {
  const Update = {
    TableName: table.name,
    Key,
    UpdateExpression: update.update,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: update.values,
  }
  const ConditionCheck = { TableName: table.name, Key: keys.company(companyId), ConditionExpression: update.company }
  const writes: Write[] = [{ action: { Update } }, { action: { ConditionCheck }, refusal: update.refusal }]
  await retryUntilCommitted(table, async () => {
    if (await findRow(table, Key)) await transact(table, writes)
  })
}
