import { createHash } from 'node:crypto'
import { findRow, type Table } from '../client'
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

export async function findPrincipal(table: Table, hash: string): Promise<PrincipalRow | null> {
  const row = await findRow(table, keys.principal(hash))
  return row ? parsePrincipalRow(row) : null
}
