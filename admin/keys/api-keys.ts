import { randomBytes } from 'node:crypto'
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { getLimits } from '../../functions/domain/companies/allowance'
import { apiKeyBytes, formatApiKey, type KeyPrefix } from '../../functions/domain/companies/api-key'
import type { KeyScope } from '../../functions/domain/companies/caller'
import type { Plan } from '../../functions/domain/companies/plan'
import { findRow, type Table } from '../../functions/store/client'
import { type ApiKeyRow, isPerson, parsePrincipalRow } from '../../functions/store/companies/principal-row'
import { findPrincipal, hashSecret, readAddresses } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/schema'
import { makeUlid } from '../../functions/store/ulids'

export type KeyLimits = Pick<ApiKeyRow, 'plan' | 'minute_limit' | 'day_limit'>

export type NewApiKey = {
  companyId: string
  userId: string
  plan: Plan
  name: string | null
  scopes: KeyScope[]
  /** Epoch milliseconds, or null for a key that does not expire. */
  expiresAt: number | null
  prefix: KeyPrefix
  /** 20 bytes. Random by default. The demo keys set them, since they are the same on every machine. */
  random?: Uint8Array
}

/** Creates a key. The secret is in this result and nowhere else. */
export async function createApiKey(table: Table, key: NewApiKey): Promise<{ row: ApiKeyRow; secret: string }> {
  const now = table.now()
  const secret = formatApiKey(key.prefix, key.random ?? randomBytes(apiKeyBytes))
  const row: ApiKeyRow = {
    id: `key_${makeUlid(now)}`,
    company_id: key.companyId,
    user_id: key.userId,
    name: key.name ?? undefined,
    prefix: key.prefix,
    last4: secret.slice(-4),
    scopes: key.scopes,
    ...getLimits(key.plan),
    minute: 0,
    minute_count: 0,
    day: 0,
    day_count: 0,
    created_at: now,
    valid_until: key.expiresAt ?? undefined,
  }
  await putApiKey(table, hashSecret(secret), row)
  return { row, secret }
}

/** Fails if the company is not on the plan of the row, or is suspended. */
async function putApiKey(table: Table, hash: string, row: ApiKeyRow): Promise<void> {
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  await table.db.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ ...keys.principal(hash), ...row }),
        put({ ...keys.principalOfCompany(row.company_id, row.id), hash }),
        put({ ...keys.principalById(row.id), hash, company_id: row.company_id }),
        makePlanCheck(table, row.company_id, row.plan, ' AND attribute_not_exists(suspended_at)'),
      ],
    }),
  )
}

/** Including revoked ones, oldest first. */
export async function readApiKeys(table: Table, companyId: string): Promise<ApiKeyRow[]> {
  const apiKeys: ApiKeyRow[] = []
  for await (const page of readApiKeyPages(table, companyId)) apiKeys.push(...page)
  return apiKeys
}

/** As `readApiKeys`. */
export async function* readApiKeyPages(table: Table, companyId: string): AsyncGenerator<ApiKeyRow[]> {
  for await (const addresses of readAddresses(table, companyId, 'key_')) {
    const principals = await Promise.all(addresses.map(({ hash }) => findPrincipal(table, hash)))
    yield principals.flatMap((row) => (row === null || isPerson(row) ? [] : [row]))
  }
}

/** From its next request on. Can be repeated. Null if there is no such key. */
export async function revokeApiKey(table: Table, keyId: string): Promise<ApiKeyRow | null> {
  const address = await findRow(table, keys.principalById(keyId))
  if (!address) return null
  const { Attributes } = await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.principal(String(address.hash)),
      UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': table.now() },
      ReturnValues: 'ALL_NEW',
    }),
  )
  const row = parsePrincipalRow(Attributes)
  return isPerson(row) ? null : row
}

/** Fails if the company is not on the plan of `limits`. Can be repeated. */
export async function setLimitsOfKeys(table: Table, companyId: string, limits: KeyLimits): Promise<void> {
  const { plan, minute_limit, day_limit } = limits
  const dayLimit = day_limit === undefined ? ' REMOVE day_limit' : ', day_limit = :day'
  for (const hash of await readHashes(table, companyId)) {
    const Update = {
      TableName: table.name,
      Key: keys.principal(hash),
      UpdateExpression: `SET #plan = :plan, minute_limit = :minute${dayLimit}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan, ':minute': minute_limit, ':day': day_limit },
    }
    const TransactItems = [{ Update }, makePlanCheck(table, companyId, plan)]
    await table.db.send(new TransactWriteCommand({ TransactItems }))
  }
}

/** Of all keys and people of the company. */
export async function readHashes(table: Table, companyId: string): Promise<string[]> {
  const hashes: string[] = []
  for await (const page of readAddresses(table, companyId)) hashes.push(...page.map(({ hash }) => hash))
  return hashes
}

/** Without this check, a simultaneous plan change could leave a key with the limits of another plan. */
function makePlanCheck(table: Table, companyId: string, plan: Plan, more = '') {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: keys.company(companyId),
      ConditionExpression: `#plan = :plan${more}`,
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan },
    },
  }
}
