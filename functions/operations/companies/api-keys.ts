import { randomBytes } from 'node:crypto'
import { getLimits } from '../../domain/companies/allowance'
import { apiKeyBytes, formatApiKey, isApiKey, isUsable, type KeyPrefix } from '../../domain/companies/api-key'
import type { Scope } from '../../domain/companies/caller'
import type { Plan } from '../../domain/companies/plan'
import type { Table } from '../../store/client'
import type { ApiKeyRow } from '../../store/companies/api-key-row'
import { findApiKey, hashSecret, putApiKey } from '../../store/companies/api-keys'
import { makeUlid } from '../../store/ulids'

export type NewApiKey = {
  companyId: string
  userId: string
  plan: Plan
  name: string | null
  scopes: Scope[]
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

/** Null where the secret is unknown or may not be used now. A secret with the wrong format costs no read. */
export async function findUsableKey(table: Table, secret: string): Promise<ApiKeyRow | null> {
  if (!isApiKey(secret)) return null
  const row = await findApiKey(table, hashSecret(secret))
  return row && isUsable(row, table.now()) ? row : null
}
