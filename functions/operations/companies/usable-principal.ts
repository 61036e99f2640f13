import { isApiKey, isUsable } from '../../domain/companies/api-key'
import type { Table } from '../../store/client'
import type { PrincipalRow } from '../../store/companies/principal-row'
import { findPrincipal, hashSecret, hashSubject } from '../../store/companies/principals'

/** Null where the secret is unknown or may not be used now. A secret with the wrong format costs no read. */
export async function findUsableKey(table: Table, secret: string): Promise<UsablePrincipal | null> {
  return isApiKey(secret) ? findUsable(table, hashSecret(secret)) : null
}

/** Null where nobody is known by the subject, or may not sign in now. */
export function findUsablePerson(table: Table, subject: Subject): Promise<UsablePrincipal | null> {
  return findUsable(table, hashSubject(subject))
}

export type UsablePrincipal = { hash: string; principal: PrincipalRow }
type Subject = { issuer: string; subject: string }

async function findUsable(table: Table, hash: string): Promise<UsablePrincipal | null> {
  const principal = await findPrincipal(table, hash)
  return principal && isUsable(principal, table.now()) ? { hash, principal } : null
}
