import { createHash } from 'node:crypto'
import { findRow, queryPages, type Table } from '../client'
import { keys } from '../schema'
import { type PrincipalRow, parsePrincipalRow } from './principal-row'

/** SHA-256 in hex: the only form in which a secret is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** In hex. A key's secret has no space, so no secret has the hash of a subject. */
export function hashSubject({ issuer, subject }: { issuer: string; subject: string }): string {
  return hashSecret(`${issuer} ${subject}`)
}

/** Of a person whose subject is not known yet. No token leads to it. */
export function hashInvitation(personId: string): string {
  return hashSecret(`invitation ${personId}`)
}

/** In hex. `email` is normalized. */
export function hashEmail(email: string): string {
  return hashSecret(email)
}

/**
 * The id and the hash of each key and person, as the company lists them, oldest first. `idPrefix`: `key_` or `usr_`,
 * for these alone.
 */
export async function* readAddresses(
  table: Table,
  companyId: string,
  idPrefix = '',
): AsyncGenerator<{ id: string; hash: string }[]> {
  const { pk, sk: start } = keys.principalOfCompany(companyId, idPrefix)
  const { length } = keys.principalOfCompany(companyId, '').sk
  const query = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
    ExpressionAttributeValues: { ':pk': pk, ':start': start },
  }
  for await (const page of queryPages(table, query))
    yield page.map(({ sk, hash }) => ({ id: String(sk).slice(length), hash: String(hash) }))
}

export async function findPrincipal(table: Table, hash: string): Promise<PrincipalRow | null> {
  const row = await findRow(table, keys.principal(hash))
  return row ? parsePrincipalRow(row) : null
}
