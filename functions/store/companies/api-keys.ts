import { createHash } from 'node:crypto'
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Plan } from '../../domain/companies/plan'
import { getRow, queryAll, type Table } from '../client'
import { keys } from '../schema'
import { type ApiKeyRow, parseApiKeyRow } from './api-key-row'

/** How many requests a key may make; no `day_limit` is unlimited. */
export type KeyLimits = Pick<ApiKeyRow, 'plan' | 'minute_limit' | 'day_limit'>

/** The only form in which a secret is stored, and a key's address. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Adds the key whose secret hashes to `hash`, if its company is on the key's plan. */
export async function addApiKey(table: Table, hash: string, row: ApiKeyRow): Promise<void> {
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  await table.db.send(
    new TransactWriteCommand({
      TransactItems: [
        put({ ...keys.apiKey(hash), ...row }),
        put({ ...keys.apiKeyOfCompany(row.company_id, row.id), hash }),
        put({ ...keys.apiKeyById(row.id), hash, company_id: row.company_id }),
        companyStillOn(table, row.company_id, row.plan),
      ],
    }),
  )
}

export async function findApiKey(table: Table, hash: string): Promise<ApiKeyRow | null> {
  const row = await getRow(table, keys.apiKey(hash))
  return row ? parseApiKeyRow(row) : null
}

/** All keys of a company, revoked ones included, oldest first. */
export async function listApiKeys(table: Table, companyId: string): Promise<ApiKeyRow[]> {
  const found = await Promise.all((await hashesOf(table, companyId)).map((hash) => findApiKey(table, hash)))
  return found.filter((row) => row !== null)
}

/** Revokes a key, from its next request on. Null where there is none; a second time changes nothing. */
export async function revokeApiKey(table: Table, keyId: string): Promise<ApiKeyRow | null> {
  const address = await getRow(table, keys.apiKeyById(keyId))
  if (!address) return null
  const { Attributes } = await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.apiKey(String(address.hash)),
      UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :now)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': table.now() },
      ReturnValues: 'ALL_NEW',
    }),
  )
  return parseApiKeyRow(Attributes)
}

/** Gives every key of a company, which must be on the plan, its limits. May be repeated. */
export async function setLimitsOfKeys(table: Table, companyId: string, limits: KeyLimits): Promise<void> {
  const { plan, minute_limit, day_limit } = limits
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
