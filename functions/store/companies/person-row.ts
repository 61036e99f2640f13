import type { Person } from '../../domain/companies/person'
import { findRow, type Table } from '../client'
import { keys } from '../schema'
import { isPerson, type PersonRow } from './principal-row'
import { findPrincipal, hashEmail, readAddresses } from './principals'

/** A person, with the hash by which it is found. */
export type FoundPerson = { hash: string; row: PersonRow }

/** Null if the company has no such person. */
export async function findPerson(table: Table, companyId: string, id: string): Promise<FoundPerson | null> {
  const address = await findRow(table, keys.principalOfCompany(companyId, id))
  return address ? findByHash(table, String(address.hash)) : null
}

/** In this company or another. `email` is normalized. */
export async function isEmailTaken(table: Table, email: string): Promise<boolean> {
  return (await findRow(table, keys.email(hashEmail(email)))) !== undefined
}

/** Of any company. `email` is normalized. Null where nobody has the address. */
export async function findByEmail(table: Table, email: string): Promise<FoundPerson | null> {
  const row = await findRow(table, keys.email(hashEmail(email)))
  return row ? findPerson(table, String(row.company_id), String(row.id)) : null
}

/** Oldest first. */
export async function readPeople(table: Table, companyId: string): Promise<PersonRow[]> {
  return (await findPeople(table, companyId)).map(({ row }) => row)
}

/** As `readPeople`, with their hashes. */
export async function findPeople(table: Table, companyId: string): Promise<FoundPerson[]> {
  const people: FoundPerson[] = []
  for await (const addresses of readAddresses(table, companyId, 'usr_')) {
    const found = await Promise.all(addresses.map(({ hash }) => findByHash(table, hash)))
    people.push(...found.filter((person) => person !== null))
  }
  return people
}

export function toPerson({ id, email, name, role, alerts, ...row }: PersonRow): Person {
  return {
    id,
    email,
    name,
    role,
    status: row.accepted_at === undefined ? 'invited' : 'active',
    alerts,
    invited_until: formatTime(row.valid_until),
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: formatTime(row.last_used_at),
  }
}

export async function findByHash(table: Table, hash: string): Promise<FoundPerson | null> {
  const row = await findPrincipal(table, hash)
  return row && isPerson(row) ? { hash, row } : null
}

function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
