import type { AccessChange } from '../../domain/companies/access-log'
import type { Person } from '../../domain/companies/person'
import { collectPages, type Table } from '../table/table'
import { formatTime, isPerson, type PersonRow } from './principal-row'
import { type FoundPrincipal, findByAddress, findOfAny, findPrincipal, readPrincipals } from './principals'

/** A person, with the hash by which it is found. */
export type FoundPerson = { hash: string; row: PersonRow }

/** Null if the company has no such person. */
export async function findPerson(table: Table, companyId: string, id: string): Promise<FoundPerson | null> {
  const found = await findByAddress(table, companyId, id)
  return found && isOfPerson(found) ? found : null
}

/** Of whatever company: for commands. Null if there is no such person. */
export async function findPersonOfAny(table: Table, id: string): Promise<FoundPerson | null> {
  const found = await findOfAny(table, id)
  return found && isOfPerson(found) ? found : null
}

/** Oldest first. */
export async function readPeople(table: Table, companyId: string): Promise<PersonRow[]> {
  return (await findPeople(table, companyId)).map(({ row }) => row)
}

/** As `readPeople`, with their hashes. */
export async function findPeople(table: Table, companyId: string): Promise<FoundPerson[]> {
  return (await collectPages(readPrincipals(table, companyId, 'usr_'))).filter(isOfPerson)
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

/** As the access log names it. */
export function toSubject({ id, name }: Pick<PersonRow, 'id' | 'name'>): AccessChange['subject'] {
  return { type: 'person', id, name }
}

function isOfPerson(found: FoundPrincipal): found is FoundPerson {
  return isPerson(found.row)
}

/** Of any company: whoever asks has proven the subject. */
export async function findByHash(table: Table, hash: string): Promise<FoundPerson | null> {
  const row = await findPrincipal(table, hash)
  return row && isPerson(row) ? { hash, row } : null
}
