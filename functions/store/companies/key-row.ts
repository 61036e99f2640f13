import type { ApiKey } from '../../domain/companies/api-key'
import { findRow, type Table } from '../client'
import { keys } from '../schema'
import { type ApiKeyRow, isPerson } from './principal-row'
import { findPrincipal, readAddresses } from './principals'

/** A key, with the hash by which it is found. */
export type FoundKey = { hash: string; row: ApiKeyRow }

/** Null if the company has no such key. */
export async function findKey(table: Table, companyId: string, id: string): Promise<FoundKey | null> {
  const address = await findRow(table, keys.principalOfCompany(companyId, id))
  return address ? findByHash(table, String(address.hash)) : null
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
    const found = await Promise.all(addresses.map(({ hash }) => findByHash(table, hash)))
    yield found.flatMap((key) => key?.row ?? [])
  }
}

/** Without the hash. The secret is not stored. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const { id, name = null, prefix, last4, scopes, user_id, created_at, last_used_at, valid_until, revoked_at } = row
  return {
    id,
    name,
    prefix,
    last4,
    scopes,
    user_id,
    created_at: new Date(created_at).toISOString(),
    last_used_at: formatTime(last_used_at),
    expires_at: formatTime(valid_until),
    revoked_at: formatTime(revoked_at),
  }
}

async function findByHash(table: Table, hash: string): Promise<FoundKey | null> {
  const row = await findPrincipal(table, hash)
  return row && !isPerson(row) ? { hash, row } : null
}

function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
