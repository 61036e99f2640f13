import { isApiKey, isUsable } from '../../domain/companies/api-key'
import type { Table } from '../../store/client'
import type { PrincipalRow } from '../../store/companies/principal-row'
import { findPrincipal, hashSecret } from '../../store/companies/principals'

/** Null where the secret is unknown or may not be used now. A secret with the wrong format costs no read. */
export async function findUsableKey(
  table: Table,
  secret: string,
): Promise<{ hash: string; principal: PrincipalRow } | null> {
  if (!isApiKey(secret)) return null
  const hash = hashSecret(secret)
  const principal = await findPrincipal(table, hash)
  return principal && isUsable(principal, table.now()) ? { hash, principal } : null
}
