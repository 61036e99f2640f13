import { createHash, randomBytes } from 'node:crypto'
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ulid } from 'ulid'
import { apiKeyBytes, formatApiKey, isApiKey, type KeyPrefix } from '../../domain/api-key'
import type { Scope } from '../../domain/caller'
import { type Plan, plans } from '../../domain/plan'
import { queryAll, type Table } from '../client'
import { keys } from '../schema'
import { type ApiKeyRow, parseApiKeyRow, usable } from './api-key-row'

export type NewApiKey = {
  companyId: string
  userId: string
  plan: Plan
  name: string | null
  scopes: Scope[]
  /** Epoch milliseconds; null for a key that does not expire. */
  expiresAt: number | null
  prefix: KeyPrefix
  /** 20 bytes; random unless given (the demo's keys are the same everywhere). */
  random?: Uint8Array
}

/** The only form in which a secret is stored, and a key's address. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Makes a key. The secret is in this answer and nowhere else. */
export async function createApiKey(table: Table, key: NewApiKey): Promise<{ row: ApiKeyRow; secret: string }> {
  const now = table.now()
  const secret = formatApiKey(key.prefix, key.random ?? randomBytes(apiKeyBytes))
  const hash = hashOf(secret)
  const row: ApiKeyRow = {
    id: `key_${ulid(now)}`,
    company_id: key.companyId,
    user_id: key.userId,
    name: key.name ?? undefined,
    prefix: key.prefix,
    last4: secret.slice(-4),
    scopes: key.scopes,
    plan: key.plan,
    ...limitsOf(key.plan),
    minute: 0,
    minute_count: 0,
    day: 0,
    day_count: 0,
    created_at: now,
    valid_until: key.expiresAt ?? undefined,
  }
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  await table.db.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ ...keys.apiKey(hash), ...row }),
        put({ ...keys.apiKeyOfCompany(key.companyId, row.id), hash }),
        put({ ...keys.apiKeyById(row.id), hash, company_id: key.companyId }),
        companyStillOn(table, key.companyId, key.plan),
      ],
    }),
  )
  return { row, secret }
}

/** The key that `secret` is, if it may be used now. A secret that cannot be a key costs no read. */
export async function findUsableKey(table: Table, secret: string): Promise<ApiKeyRow | null> {
  if (!isApiKey(secret)) return null
  const row = await getKey(table, hashOf(secret))
  return row && usable(row, table.now()) ? row : null
}

/** All keys of a company, revoked ones included, oldest first. */
export async function listApiKeys(table: Table, companyId: string): Promise<ApiKeyRow[]> {
  const found = await Promise.all((await hashesOf(table, companyId)).map((hash) => getKey(table, hash)))
  return found.filter((row) => row !== null)
}

/** Revokes a key, from its next request on. Null where there is none; a second time changes nothing. */
export async function revokeApiKey(table: Table, keyId: string): Promise<ApiKeyRow | null> {
  const { Item } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.apiKeyById(keyId), ConsistentRead: true }),
  )
  if (!Item) return null
  const { Attributes } = await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.apiKey(String(Item.hash)),
      UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': table.now() },
      ReturnValues: 'ALL_NEW',
    }),
  )
  return parseApiKeyRow(Attributes)
}

/** Gives every key of a company, which must be on the plan, the plan's limits. May be repeated. */
export async function setPlanOfKeys(table: Table, companyId: string, plan: Plan): Promise<void> {
  const { minute_limit, day_limit } = limitsOf(plan)
  const dayLimit = day_limit === undefined ? ' REMOVE day_limit' : ', day_limit = :day'
  for (const hash of await hashesOf(table, companyId)) {
    const Update = {
      TableName: table.name,
      Key: keys.apiKey(hash),
      UpdateExpression: `SET #plan = :plan, minute_limit = :minute${dayLimit}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan, ':minute': minute_limit, ':day': day_limit },
    }
    const TransactItems = [{ Update }, companyStillOn(table, companyId, plan)]
    await table.db.send(new TransactWriteCommand({ TransactItems }))
  }
}

async function getKey(table: Table, hash: string): Promise<ApiKeyRow | null> {
  const { Item } = await table.db.send(
    new GetCommand({ TableName: table.name, Key: keys.apiKey(hash), ConsistentRead: true }),
  )
  return Item ? parseApiKeyRow(Item) : null
}

async function hashesOf(table: Table, companyId: string): Promise<string[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :keys)',
    ExpressionAttributeValues: { ':pk': keys.company(companyId).pk, ':keys': 'KEY#' },
  })
  return rows.map((row) => String(row.hash))
}

/** Without it, a plan change at the same time could leave a key with the limits of another plan. */
function companyStillOn(table: Table, companyId: string, plan: Plan) {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: keys.company(companyId),
      ConditionExpression: '#plan = :plan',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':plan': plan },
    },
  }
}

function limitsOf(plan: Plan): { minute_limit: number; day_limit: number | undefined } {
  return { minute_limit: plans[plan].perMinute, day_limit: plans[plan].perDay ?? undefined }
}
