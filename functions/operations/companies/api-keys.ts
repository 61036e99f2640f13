import { isApiKey, isUsable } from '../../domain/companies/api-key'
import type { Table } from '../../store/client'
import type { ApiKeyRow } from '../../store/companies/api-key-row'
import { findApiKey, hashSecret } from '../../store/companies/api-keys'

/** Null where the secret is unknown or may not be used now. A secret with the wrong format costs no read. */
export async function findUsableKey(table: Table, secret: string): Promise<ApiKeyRow | null> {
  if (!isApiKey(secret)) return null
  const row = await findApiKey(table, hashSecret(secret))
  return row && isUsable(row, table.now()) ? row : null
}
