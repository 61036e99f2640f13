import { getLimits } from '../../domain/companies/allowance'
import { isUsable } from '../../domain/companies/api-key'
import {
  invitationMs,
  listChanges,
  makeTakenRefusal,
  normalizeEmail,
  type Person,
  type PersonPatch,
  type Role,
} from '../../domain/companies/person'
import type { Plan } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { type FoundPerson, findPerson, isEmailTaken, readPeople, toPerson } from '../../store/companies/person-row'
import * as writes from '../../store/companies/person-writes'
import { hashInvitation, hashSubject } from '../../store/companies/principals'
import { makeUsageWrite } from '../../store/companies/usage-row'
import type { Table } from '../../store/table/table'
import { transact, type Write } from '../../store/table/transact'
import { retryUntilCommitted } from '../../store/table/tries'
import { makeUlid } from '../../store/time/ulids'
import { toUsage } from '../companies/usage'

// What the routes and the command line do with people.

type Company = { id: string; plan: Plan }

/** `id`: null for a new one. */
export type Invitation = { id: string | null; email: string; name: string; role: Role }

export type PeopleChange<Result> = { writes: Write[]; result: Result }

/**
 * The provider is told first: a person whom it knows, and we do not, cannot do anything. Refused with
 * `invalid_request` where the address has a person already, and with `forbidden` where the company is suspended.
 */
export async function invitePerson(
  table: Table,
  directory: UserDirectory,
  company: Company,
  invitation: Invitation,
): Promise<PeopleChange<Person>> {
  const id = invitation.id ?? `usr_${makeUlid(table.now())}`
  const email = normalizeEmail(invitation.email)
  if (await isEmailTaken(table, email)) throw makeTakenRefusal()
  const subject = await directory.add({ ...invitation, id, email })
  const person = draftPerson(company, { ...invitation, id, email }, table.now())
  const row = subject === null ? person : { ...person, subject: subject.subject }
  const hash = subject === null ? hashInvitation(id) : hashSubject(subject)
  return { writes: writes.makeInviteWrites(table, { hash, row }), result: toPerson(row) }
}

function draftPerson({ id: company_id, plan }: Company, person: Invitation & { id: string }, now: number) {
  return {
    ...person,
    company_id,
    user_id: person.id,
    ...getLimits(plan),
    minute: 0,
    minute_count: 0,
    day: 0,
    day_count: 0,
    created_at: now,
    alerts: 'none' as const,
    valid_until: now + invitationMs,
  }
}

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
  companyId: string,
  { id, patch }: { id: string; patch: PersonPatch },
  requireMay: (changes: PersonPatch) => void = () => {},
): Promise<PeopleChange<Person>> {
  const person = await requirePerson(table, companyId, id)
  const changes = listChanges(person.row, patch)
  requireMay(changes)
  const { name = person.row.name, role = person.row.role, alerts = person.row.alerts } = changes
  const changed = Object.keys(changes).length > 0
  return {
    writes: changed ? writes.makeChangeWrites(table, person, changes) : [],
    result: toPerson({ ...person.row, name, role, alerts }),
  }
}

/**
 * The first half of a removal: as `changePerson`. Once it is committed, the next request of the person is refused, and
 * the account at the provider is to be removed. Can be repeated until `deletePerson`.
 */
export async function revokePerson(table: Table, companyId: string, id: string): Promise<PeopleChange<FoundPerson>> {
  const person = await requirePerson(table, companyId, id)
  const isRevoked = person.row.revoked_at !== undefined
  return { writes: isRevoked ? [] : writes.makeRevokeWrites(table, person, table.now()), result: person }
}

/**
 * The second half, once the account is gone. Until then, a removal that is sent again finds the person, and nobody else
 * is invited at the address. The last day of requests stays in the usage of the company.
 */
export async function deletePerson(table: Table, companyId: string, id: string): Promise<PeopleChange<null>> {
  const person = await findPerson(table, companyId, id)
  if (!person) return { writes: [], result: null }
  const lastDay = person.row.day_count > 0 ? [makeUsageWrite(table, companyId, toUsage(id, person.row))] : []
  return { writes: [...writes.makeDeleteWrites(table, person), ...lastDay], result: null }
}

/** At the first request. Null where the invitation has ended, or is gone. */
export function acceptInvitation(
  table: Table,
  { company_id, id }: { company_id: string; id: string },
): Promise<FoundPerson | null> {
  return retryUntilCommitted(table, async () => {
    const now = table.now()
    const person = await findPerson(table, company_id, id)
    if (!person || person.row.accepted_at !== undefined) return person
    if (!isUsable(person.row, now)) return null
    await transact(table, writes.makeAcceptWrites(table, person, now))
    const { valid_until, ...row } = person.row
    return { ...person, row: { ...row, accepted_at: now } }
  })
}

async function requirePerson(table: Table, companyId: string, id: string): Promise<FoundPerson> {
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
