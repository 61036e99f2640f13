import { getLimits } from '../../domain/companies/allowance'
import { invitationMs, normalizeEmail, type Person, type Role } from '../../domain/companies/person'
import type { Plan } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import type { Table } from '../../store/client'
import { type FoundPerson, findPerson, readPeople, toPerson } from '../../store/companies/person-row'
import * as writes from '../../store/companies/person-writes'
import { hashInvitation, hashSubject } from '../../store/companies/principals'
import { retryUntilCommitted, transact, type Write } from '../../store/contention'
import { makeUlid } from '../../store/ulids'

// What the routes and the command line do with people. Each decides on the rows that its table reads.

type Company = { id: string; plan: Plan }

export type Invitation = {
  email: string
  name: string
  role: Role
  /** Known beforehand from a user pool of our own, else null: then the person is linked at the first sign-in. */
  subject: { issuer: string; subject: string } | null
  /** Of the company's first owner, its keys' user. Else a new one. */
  id?: string
}

export type PeopleChange<Result> = { writes: Write[]; result: Result }

export function invitePerson(table: Table, company: Company, { subject, ...fields }: Invitation): PeopleChange<Person> {
  const now = table.now()
  const id = fields.id ?? `usr_${makeUlid(now)}`
  const row = {
    ...fields,
    id,
    email: normalizeEmail(fields.email),
    company_id: company.id,
    user_id: id,
    ...getLimits(company.plan),
    minute: 0,
    minute_count: 0,
    day: 0,
    day_count: 0,
    created_at: now,
    valid_until: now + invitationMs,
  }
  const hash = subject ? hashSubject(subject) : hashInvitation(id)
  return { writes: writes.makeInviteWrites(table, { hash, row }), result: toPerson(row) }
}

/** Newest first. */
export async function listPeople(table: Table, companyId: string, request: PageRequest): Promise<Page<Person>> {
  return slicePage((await readPeople(table, companyId)).reverse().map(toPerson), request)
}

/** Refused with `person_not_found`, and with `invalid_state` for the last owner. */
export async function changePerson(
  table: Table,
  companyId: string,
  id: string,
  patch: { name?: string | undefined; role?: Role | undefined },
): Promise<PeopleChange<Person>> {
  const person = await requirePerson(table, companyId, id)
  const { name = person.row.name, role = person.row.role } = patch
  const result = toPerson({ ...person.row, name, role })
  const changes = name !== person.row.name || role !== person.row.role
  return { writes: changes ? writes.makeChangeWrites(table, person, { name, role }) : [], result }
}

/** As `changePerson`. */
export async function removePerson(table: Table, companyId: string, id: string): Promise<PeopleChange<null>> {
  return { writes: writes.makeRemoveWrites(table, await requirePerson(table, companyId, id)), result: null }
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
    if (person.row.valid_until === undefined || person.row.valid_until <= now) return null
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
