import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { Refusal } from '../../functions/domain/errors'
import type { Table } from '../../functions/store/client'
import { findApiKey } from '../../functions/store/companies/api-keys'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { retryUntilCommitted, transact, type Write } from '../../functions/store/contention'
import { keys } from '../../functions/store/schema'
import { readHashes } from '../keys/api-keys'

/** From then on no key can be created. Can be repeated: the first time stays. Null if there is no such company. */
export function setSuspended(table: Table, companyId: string): Promise<Company | null> {
  return updateCompany(table, companyId, {
    UpdateExpression: 'SET suspended_at = if_not_exists(suspended_at, :now)',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': table.now() },
  })
}

/** Can be repeated. Null if there is no such company, or if it is being erased. */
export function unsetSuspended(table: Table, companyId: string): Promise<Company | null> {
  return updateCompany(table, companyId, {
    UpdateExpression: 'REMOVE suspended_at',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasing_at)',
  })
}

/** Revoked keys, too. Can be repeated. Refused with `invalid_state` if the company is not suspended. */
export async function suspendKeys(table: Table, companyId: string): Promise<void> {
  await updateKeys(table, companyId, {
    update: 'SET suspended_at = if_not_exists(suspended_at, :now)',
    values: { ':now': table.now() },
    company: 'attribute_exists(suspended_at)',
    refusal: new Refusal('invalid_state', 'The company is being resumed by another command.'),
  })
}

/** Can be repeated. Refused with `invalid_state` if the company is suspended. */
export async function resumeKeys(table: Table, companyId: string): Promise<void> {
  await updateKeys(table, companyId, {
    update: 'REMOVE suspended_at',
    company: 'attribute_exists(pk) AND attribute_not_exists(suspended_at)',
    refusal: new Refusal('invalid_state', 'The company is being suspended by another command.'),
  })
}

type CompanyUpdate = {
  UpdateExpression: string
  ConditionExpression: string
  ExpressionAttributeValues?: Record<string, unknown>
}

async function updateCompany(table: Table, companyId: string, update: CompanyUpdate): Promise<Company | null> {
  const command = { TableName: table.name, Key: keys.company(companyId), ...update, ReturnValues: 'ALL_NEW' } as const
  try {
    return parseCompany((await table.db.send(new UpdateCommand(command))).Attributes)
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null
    throw error
  }
}

type KeyUpdate = { update: string; values?: Record<string, unknown>; company: string; refusal: Refusal }

/**
 * Each key in a database transaction with a check of its company: so of two commands at once, the one that came second
 * in the company's row decides about every key. It is sent again where the meter writes the same key.
 */
async function updateKeys(table: Table, companyId: string, { refusal, ...update }: KeyUpdate): Promise<void> {
  const check: Write = {
    action: {
      ConditionCheck: {
        TableName: table.name,
        Key: keys.company(companyId),
        ConditionExpression: update.company,
      },
    },
    refusal,
  }
  for (const hash of await readHashes(table, companyId)) {
    // An erasure that was killed leaves some addresses whose keys are gone.
    if ((await findApiKey(table, hash)) === null) continue
    const Update = {
      TableName: table.name,
      Key: keys.apiKey(hash),
      UpdateExpression: update.update,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: update.values,
    }
    await retryUntilCommitted(table, () => transact(table, [{ action: { Update } }, check]))
  }
}
