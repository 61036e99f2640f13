import type { Author } from '../../domain/companies/caller'
import { type KeyChoice, listChanges, type Person, type PersonPatch } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { FieldChanges } from '../../domain/revision'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { readOwnEmailRows } from '../../store/companies/email-row'
import { type FoundPerson, findPerson, readPeople, toPerson, toSubject } from '../../store/companies/person-row'
import * as writes from '../../store/companies/person-writes'
import { makeUsageWrite } from '../../store/companies/usage-row'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Table } from '../../store/table/table'
import { toUsage } from '../companies/usage'
import type { PeopleChange } from './invite-person'

// What the routes and the command line do with people.

/** Newest first. */
export async function listPeople(table: Table, companyId: string, request: PageRequest): Promise<Page<Person>> {
  return slicePage((await readPeople(table, companyId)).reverse().map(toPerson), request)
}

/**
 * Refused with `person_not_found`, and with `invalid_state` for the last owner. `requireMay` refuses what whoever asks
 * may not change.
 */
export async function changePerson(
  table: Table,
  author: Author,
  { id, patch }: { id: string; patch: PersonPatch },
  requireMay: (changes: PersonPatch) => void = () => {},
): Promise<PeopleChange<Person>> {
  const person = await requirePerson(table, author.companyId, id)
  const changes = listChanges(person.row, patch)
  requireMay(changes)
  const { name = person.row.name, role = person.row.role, alerts = person.row.alerts } = changes
  const after = { ...person.row, name, role, alerts }
  const result = toPerson(after)
  const fields = (['name', 'role', 'alerts'] as const).filter((field) => changes[field] !== undefined)
  if (fields.length === 0) return { writes: [], result }
  const change = {
    action: 'person.changed' as const,
    subject: toSubject(person.row),
    changes: Object.fromEntries(fields.map((field) => [field, [person.row[field], after[field]] as [string, string]])),
  }
  const access = makeAccessWrite(table, author, change)
  return { writes: [...writes.makeChangeWrites(person, changes), access], result }
}

/** `keys`: what becomes of those that the person has made. Null: there must be none. */
export type Removal = { id: string; keys: KeyChoice | null }

/**
 * The first half of a removal: the next request of the person is refused. The account at the provider is the person's
 * own, and stays. Refused as `changePerson`. Can be repeated.
 */
export async function revokePerson(
  table: Table,
  author: Author,
  { id, keys }: Removal,
): Promise<PeopleChange<FoundPerson>> {
  const person = await requirePerson(table, author.companyId, id)
  if (person.row.revoked_at !== undefined) return { writes: [], result: person }
  const action = id === author.actor.id ? 'person.left' : 'person.removed'
  const changes: FieldChanges = keys === null ? {} : { keys: [null, keys] }
  const access = makeAccessWrite(table, author, { action, subject: toSubject(person.row), changes })
  return { writes: [...writes.makeRevokeWrites(person, table.now()), access], result: person }
}

/** The second half. The last day of requests stays in the usage of the company. */
export async function deletePerson(table: Table, { companyId }: Author, id: string): Promise<PeopleChange<null>> {
  const person = await findPerson(table, companyId, id)
  if (!person) return { writes: [], result: null }
  const addresses = (await readOwnEmailRows(table, person.row.email, companyId)).filter((row) => row.id === id)
  const lastDay = person.row.day_count > 0 ? [makeUsageWrite(companyId, toUsage(id, person.row))] : []
  return { writes: [...writes.makeDeleteWrites(person, addresses), ...lastDay], result: null }
}

export async function requirePerson(table: Table, companyId: string, id: string): Promise<FoundPerson> {
  const person = await findPerson(table, companyId, id)
  if (person === null) throw new Refusal('person_not_found', 'There is no such person.')
  return person
}

/**
 * Removes a person from where the provider keeps people, if it does: by the subject, since an address can change, and
 * nobody would be found at it.
 */
export async function removeAccount(directory: UserDirectory, { row }: FoundPerson): Promise<void> {
  if (row.subject !== undefined) await directory.remove(row.subject)
}
