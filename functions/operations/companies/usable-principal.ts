import { isApiKey, isUsable } from '../../domain/companies/api-key'
import { isPerson, type PersonRow, type PrincipalRow } from '../../store/companies/principal-row'
import { findPrincipal, hashSecret, hashSubject } from '../../store/companies/principals'
import type { Table } from '../../store/table/table'

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

/** By what a token says. `person` is `unknown` where no company has the subject, and null for what is none. */
export async function findUsablePerson(
  table: Table,
  subject: { issuer: string; subject: string },
): Promise<{ hash: string; person: PersonRow | 'unknown' | null }> {
  const hash = hashSubject(subject)
  const person = await findPrincipal(table, hash)
  if (person === null) return { hash, person: 'unknown' }
  if (!isPerson(person)) return { hash, person: null }
  // Earlier versions knew the subject of who was invited, or was being removed.
  return { hash, person: person.accepted_at === undefined ? 'unknown' : person }
}
