import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { Refusal } from '../../functions/domain/errors'
import { draftKey, type NewApiKey } from '../../functions/operations/keys/keys'
import { makePlanCheck } from '../../functions/store/companies/companies'
import { findKeyOfAny } from '../../functions/store/companies/key-row'
import { makeCreateKeyWrites, makeRevokeKeyWrites } from '../../functions/store/companies/key-writes'
import type { ApiKeyRow } from '../../functions/store/companies/principal-row'
import { readPrincipals } from '../../functions/store/companies/principals'
import { keys, type RowKey } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import { transact, type Write } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeCommandAuthor } from '../companies/access-log'

export type KeyLimits = Pick<ApiKeyRow, 'plan' | 'minute_limit' | 'day_limit'>

/** Creates a key. The secret is in this result and nowhere else. Refused where the company is suspended. */
export async function createApiKey(table: Table, key: NewApiKey): Promise<{ row: ApiKeyRow; secret: string }> {
  const { row, hash, secret } = draftKey(table, key)
  const author = makeCommandAuthor(table, key.companyId)
  await retryUntilCommitted(table, () => transact(table, makeCreateKeyWrites(table, author, { hash, row })))
  return { row, secret }
}

/** From its next request on. Can be repeated: the first time stays. Null if there is no such key. */
export async function revokeApiKey(table: Table, keyId: string): Promise<ApiKeyRow | null> {
  await retryUntilCommitted(table, async () => {
    const key = await findKeyOfAny(table, keyId)
    if (key === null || key.row.revoked_at !== undefined) return
    await transact(table, makeRevokeKeyWrites(table, makeCommandAuthor(table, key.row.company_id), key))
  })
  return (await findKeyOfAny(table, keyId))?.row ?? null
}

/** Refused with `invalid_state` where the company is not on the plan of `limits`. Can be repeated. */
export async function setLimitsOfKeys(table: Table, companyId: string, limits: KeyLimits): Promise<void> {
  const { plan, minute_limit, day_limit } = limits
  const dayLimit = day_limit === undefined ? ' REMOVE day_limit' : ', day_limit = :day'
  for (const hash of await readHashes(table, companyId)) {
    const refusal = new Refusal('invalid_state', 'The plan of the company is being changed by another command.')
    const update = {
      UpdateExpression: `SET #plan = :plan, minute_limit = :minute${dayLimit}`,
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan, ':minute': minute_limit, ':day': day_limit },
    }
    await updateRow(table, keys.principal(hash), update, { action: makePlanCheck(companyId, plan), refusal })
  }
}

export type Expressions = Omit<UpdateCommandInput, 'TableName' | 'Key'> & { UpdateExpression: string }

/**
 * Changes a row of a company in a database transaction with a check of the company: so of two commands at once, the one
 * that came second in the company's row decides about every row. It is sent again where others write the same row: the
 * meter a key, deliveries a webhook. Does nothing where the row is gone by then.
 */
export async function updateRow(table: Table, Key: RowKey, update: Expressions, check: Write): Promise<void> {
  const Update = { Key, ConditionExpression: 'attribute_exists(pk)', ...update }
  await retryUntilCommitted(table, async () => {
    if (await findRow(table, Key)) await transact(table, [{ action: { Update } }, check])
  })
}

/** Of all keys and people of the company that have a row. */
export async function readHashes(table: Table, companyId: string): Promise<string[]> {
  const hashes: string[] = []
  for await (const page of readPrincipals(table, companyId)) hashes.push(...page.map(({ hash }) => hash))
  return hashes
}
