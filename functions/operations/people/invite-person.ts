import { getLimits } from '../../domain/companies/allowance'
import type { Author, Caller } from '../../domain/companies/caller'
import {
  holdsAddress,
  invitationMs,
  makeTakenRefusal,
  normalizeEmail,
  type Person,
  type Role,
  requirePlace,
} from '../../domain/companies/person'
import { plans } from '../../domain/companies/plan'
import { Refusal } from '../../domain/errors'
import type { InvitationMail } from '../../domain/mails/invitation-mail'
import { dayMs } from '../../domain/time'
import { findCompany } from '../../store/companies/companies'
import { makeEmailKey, readOwnEmailRows } from '../../store/companies/email-row'
import { findPerson, readPeople, toPerson, toSubject } from '../../store/companies/person-row'
import { type Holder, makeInviteWrites } from '../../store/companies/person-writes'
import { countAddresses, hashInvitation } from '../../store/companies/principals'
import { countAccess, makeAccessWrite } from '../../store/log/access-row'
import type { Table } from '../../store/table/table'
import type { Write } from '../../store/table/transact'
import { makeUlid } from '../../store/time/ulids'

/** Who invites, to a company on this plan. */
type Inviter = Author & Pick<Caller, 'plan' | 'timeZone'>

/** `id`: null for a new one. `key`: the idempotency key of the request, by which it is known when it is sent again. */
export type Invitation = { id: string | null; email: string; name: string; role: Role; key?: string | null }

/** The person, and what the mail says that is to be sent then. */
export type Invited = { person: Person; mail: InvitationMail }

export type PeopleChange<Result> = { writes: Write[]; result: Result }

/**
 * For the routes and the command line. What was invited by the same request is left as it is. Refused with
 * `invalid_request` where the company has a person or an open invitation at the address, whatever others have; with
 * `limit_exceeded`; and with `forbidden` where the company is suspended.
 */
export async function invitePerson(
  table: Table,
  author: Inviter,
  invitation: Invitation,
): Promise<PeopleChange<Invited>> {
  const { companyId, actor } = author
  const email = normalizeEmail(invitation.email)
  const [company, holder] = await Promise.all([findCompany(table, companyId), findHolder(table, companyId, email)])
  if (!company) throw new Refusal('forbidden', 'The company is gone.')
  const inviter = actor.type === 'person' ? (actor.name ?? undefined) : undefined
  const { name, key } = invitation
  const mail = { email, name, company: company.name, inviter: inviter ?? null }
  const held = holder?.person && holdsAddress(holder.person.row, table.now()) ? holder.person.row : null
  if (held && key && held.request === key) return { writes: [], result: { person: toPerson(held), mail } }
  if (held) throw makeTakenRefusal()
  await requirePlaceFor(table, author)
  const row = draftPerson(author, { ...invitation, email, inviter }, table.now())
  const { id, role } = row
  const changes = { email: [null, email], role: [null, role] } satisfies Record<string, [null, string]>
  const access = makeAccessWrite(table, author, { action: 'person.invited', subject: toSubject(row), changes })
  return {
    writes: [...makeInviteWrites({ hash: hashInvitation(id), row }, holder), access],
    result: { person: toPerson(row), mail },
  }
}

function draftPerson(
  { companyId: company_id, plan, timeZone }: Inviter,
  { id: chosenId, key, ...fields }: Invitation & { inviter: string | undefined },
  now: number,
) {
  const id = chosenId ?? `usr_${makeUlid(now)}`
  return {
    ...fields,
    request: key ?? undefined,
    id,
    company_id,
    user_id: id,
    ...getLimits(plan),
    time_zone: timeZone ?? undefined,
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
async function findHolder(table: Table, companyId: string, email: string): Promise<Holder | null> {
  const rows = await readOwnEmailRows(table, email, companyId)
  const address = rows.find(({ sk }) => sk === makeEmailKey(email, companyId).sk) ?? rows[0]
  return address ? { address, person: await findPerson(table, companyId, address.id) } : null
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
