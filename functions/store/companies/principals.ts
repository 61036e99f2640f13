import { createHash } from 'node:crypto'
import { Refusal } from '../../domain/errors'
import { findRows } from '../table/batch-read'
import { keys } from '../table/schema'
import { findRow, ofPartition, queryPages, type Table } from '../table/table'
import { putNew, type Write } from '../table/transact'
import { makeCompanyCheck } from './companies'
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

/** The id of a key or a person, and the hash under which its row is. */
type Address = { id: string; hash: string }

/** Of each key and person, oldest first. `idPrefix`: `key_` or `usr_`, for these alone. */
export async function* readAddresses(table: Table, companyId: string, idPrefix = ''): AsyncGenerator<Address[]> {
  const { pk, sk: start } = keys.principalOfCompany(companyId, idPrefix)
  const { length } = keys.principalOfCompany(companyId, '').sk
  for await (const page of queryPages(table, ofPartition(pk, 'begins_with(sk, :start)', { ':start': start })))
    yield page.map(({ sk, hash }) => ({ id: String(sk).slice(length), hash: String(hash) }))
}

/** How many there are, as `readAddresses` would tell. */
export async function countAddresses(table: Table, companyId: string, idPrefix: string): Promise<number> {
  let count = 0
  for await (const page of readAddresses(table, companyId, idPrefix)) count += page.length
  return count
}

/** The row of a key or a person, and the hash under which it is. */
export type FoundPrincipal = { hash: string; row: PrincipalRow }

/** By its id. Null if the company has none with it. */
export async function findByAddress(table: Table, companyId: string, id: string): Promise<FoundPrincipal | null> {
  const address = await findRow(table, keys.principalOfCompany(companyId, id))
  return address ? findOwn(table, companyId, { id, hash: String(address.hash) }) : null
}

/**
 * What puts a new row, under its hash, and what leads to it from its id. Refused with `forbidden` where the company is
 * suspended, or has another plan or time zone than the row.
 */
export function makePutWrites({ hash, row }: FoundPrincipal): Write[] {
  const { id, company_id } = row
  return [
    { action: putNew({ ...keys.principal(hash), ...row }) },
    { action: putNew({ ...keys.principalOfCompany(company_id, id), hash }) },
    { action: putNew({ ...keys.principalById(id), hash, company_id }) },
    {
      action: makeCompanyCheck(row, ' AND attribute_not_exists(suspended_at)'),
      refusal: new Refusal('forbidden', 'The company is suspended, or changes its plan or time zone.'),
    },
  ]
}

/** By its id, of whatever company. */
export async function findOfAny(table: Table, id: string): Promise<FoundPrincipal | null> {
  const address = await findRow(table, keys.principalById(id))
  return address ? findOwn(table, String(address.company_id), { id, hash: String(address.hash) }) : null
}

/** As `readAddresses`. */
export async function* readPrincipals(
  table: Table,
  companyId: string,
  idPrefix = '',
): AsyncGenerator<FoundPrincipal[]> {
  for await (const addresses of readAddresses(table, companyId, idPrefix)) {
    const found = await Promise.all(addresses.map((address) => findOwn(table, companyId, address)))
    yield found.filter((principal) => principal !== null)
  }
}

/** Null also where the address leads to a row of another company: a file of rows may be forged. */
async function findOwn(table: Table, companyId: string, { id, hash }: Address): Promise<FoundPrincipal | null> {
  const row = await findPrincipal(table, hash)
  if (row?.company_id === companyId && row.id === id) return { hash, row }
  // The row of a person who was linked meanwhile is under another hash.
  const address = await findRow(table, keys.principalOfCompany(companyId, id))
  return address && address.hash !== hash ? findOwn(table, companyId, { id, hash: String(address.hash) }) : null
}

/** By their hashes. Those without a row are missing. */
export async function findPrincipals(table: Table, hashes: string[]): Promise<PrincipalRow[]> {
  const rows = await findRows(table, hashes.map(keys.principal))
  return rows.flatMap((row) => (row ? [parsePrincipalRow(row)] : []))
}

export async function findPrincipal(table: Table, hash: string): Promise<PrincipalRow | null> {
  const row = await findRow(table, keys.principal(hash))
  return row ? parsePrincipalRow(row) : null
}
