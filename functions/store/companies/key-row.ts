import type { ApiKey } from '../../domain/companies/api-key'
import { collectPages, type Table } from '../table/table'
import { type ApiKeyRow, formatTime, isPerson } from './principal-row'
import { type FoundPrincipal, findByAddress, findOfAny, readPrincipals } from './principals'

/** A key, with the hash by which it is found. */
export type FoundKey = { hash: string; row: ApiKeyRow }

/** Null if the company has no such key. */
export async function findKey(table: Table, companyId: string, id: string): Promise<FoundKey | null> {
  const found = await findByAddress(table, companyId, id)
  return found && isOfKey(found) ? found : null
}

/** Of whatever company: for commands and jobs of the stack. Null if there is no such key. */
export async function findKeyOfAny(table: Table, id: string): Promise<FoundKey | null> {
  const found = await findOfAny(table, id)
  return found && isOfKey(found) ? found : null
}

/** Including revoked ones, oldest first. */
export async function readApiKeys(table: Table, companyId: string): Promise<ApiKeyRow[]> {
  return (await collectPages(readPrincipals(table, companyId, 'key_'))).filter(isOfKey).map(({ row }) => row)
}

/** Without the hash. The secret is not stored. */
export function toApiKey({ id, prefix, last4, scopes, user_id, ...row }: ApiKeyRow): ApiKey {
  return {
    id,
    name: row.name ?? null,
    prefix,
    last4,
    scopes,
    user_id,
    user_name: row.user_name ?? null,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: formatTime(row.last_used_at),
    expires_at: formatTime(row.valid_until),
    revoked_at: formatTime(row.revoked_at),
  }
}

function isOfKey(found: FoundPrincipal): found is FoundKey {
  return !isPerson(found.row)
}
