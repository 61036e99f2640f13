import { getLimits } from '../../domain/companies/allowance'
import type { Author } from '../../domain/companies/caller'
import {
  holdsAddress,
  invitationMs,
  makeTakenRefusal,
  normalizeEmail,
  type Person,
  type Role,
  requirePlace,
} from '../../domain/companies/person'
import { type Plan, plans } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import { dayMs } from '../../domain/time'
import type { UserDirectory } from '../../runtime/people/user-directory'
import { findCompany } from '../../store/companies/companies'
import { makeEmailKey, readEmailRows } from '../../store/companies/email-row'
import { findPerson, readPeople, toPerson } from '../../store/companies/person-row'
import { type EndedHolder, makeInviteWrites } from '../../store/companies/person-writes'
import { countAddresses, hashInvitation } from '../../store/companies/principals'
import { countAccess, makeAccessWrite } from '../../store/log/access-row'
import type { Table } from '../../store/table/table'
import type { Write } from '../../store/table/transact'
import { makeUlid } from '../../store/time/ulids'

/** Who invites, to a company on this plan. */
type Inviter = Author & { plan: Plan }

/** `id`: null for a new one. */
export type Invitation = { id: string | null; email: string; name: string; role: Role }

export type PeopleChange<Result> = { writes: Write[]; result: Result }

/**
 * For the routes and the command line. The provider is told first: whom it knows, and we do not, cannot do anything.
 * Refused with `invalid_request` where the company has a person or an open invitation at the address, whatever others
 * have; with `limit_exceeded`; and with `forbidden` where the company is suspended.
 */
export async function invitePerson(
  table: Table,
  directory: UserDirectory,
  author: Inviter,
  invitation: Invitation,
): Promise<PeopleChange<Person>> {
  const { companyId, actor } = author
  const email = normalizeEmail(invitation.email)
  const [ended, company] = await Promise.all([
    findEndedHolder(table, companyId, email),
    findCompany(table, companyId),
    requirePlaceFor(table, author),
  ])
  if (!company) throw new Refusal('forbidden', 'The company is gone.')
  const inviter = actor.type === 'person' ? (actor.name ?? undefined) : undefined
  const { name } = invitation
  await directory.invite({ email, name, company: company.name, inviter: inviter ?? null })
  const row = draftPerson(author, { ...invitation, email, inviter }, table.now())
  const { id, role } = row
  const changes = { email: [null, email], role: [null, role] } satisfies Record<string, [null, string]>
  const access = makeAccessWrite(table, author, {
    action: 'person.invited',
    subject: { type: 'person', id, name },
    changes,
  })
  return {
    writes: [...makeInviteWrites(table, { hash: hashInvitation(id), row }, ended), access],
    result: toPerson(row),
  }
}

function draftPerson(
  { companyId: company_id, plan }: Inviter,
  { id: chosenId, ...fields }: Invitation & { inviter: string | undefined },
  now: number,
) {
  const id = chosenId ?? `usr_${makeUlid(now)}`
  return {
    ...fields,
    id,
    company_id,
    user_id: id,
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

/** Null where nobody of the company has had the address. */
async function findEndedHolder(table: Table, companyId: string, email: string): Promise<EndedHolder | null> {
  const rows = (await readEmailRows(table, email)).filter(({ company_id }) => company_id === companyId)
  const address = rows.find(({ sk }) => sk === makeEmailKey(email, companyId).sk) ?? rows[0]
  if (!address) return null
  const person = await findPerson(table, companyId, address.id)
  if (person && holdsAddress(person.row, table.now())) throw makeTakenRefusal()
  return { address, person }
}

/** A guard, and no lock: two at the same moment may pass. Commands invite as many on a day as an engineer wants. */
async function requirePlaceFor(table: Table, { companyId, plan, actor }: Inviter): Promise<void> {
  const now = table.now()
  const today = Math.floor(now / dayMs) * dayMs
  const [listed, invitedToday] = await Promise.all([
    countAddresses(table, companyId, 'usr_'),
    actor.type === 'person' ? countAccess(table, companyId, { action: 'person.invited', since: today }) : 0,
  ])
  // Invitations that have ended take no place: they are looked at where it matters.
  const isFull = listed >= plans[plan].people
  const people = isFull ? (await readPeople(table, companyId)).filter((row) => holdsAddress(row, now)).length : listed
  requirePlace(plan, { people, invitedToday })
}
