import { isUsable } from '../../domain/companies/api-key'
import { normalizeEmail, type Person } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { VerifyIdToken } from '../../runtime/people/id-token'
import { findCompany } from '../../store/companies/companies'
import { readEmailRows } from '../../store/companies/email-row'
import { type FoundPerson, findByHash, findPerson, toPerson, toSubject } from '../../store/companies/person-row'
import { makeAcceptWrites } from '../../store/companies/person-writes'
import type { PersonRow } from '../../store/companies/principal-row'
import { hashSubject } from '../../store/companies/principals'
import { makeAccessWrite } from '../../store/log/access-row'
import type { Table } from '../../store/table/table'
import { transact } from '../../store/table/transact'
import { retryUntilCommitted } from '../../store/table/tries'

/** Who asks, as the provider has verified it: `hash` of the subject, and the normalized address. */
export type Identity = { hash: string; subject: string; email: string }

/** `hash`: of the access token's subject. Refused with `invalid_request` for an ID token of another one. */
export async function requireIdentity(verify: VerifyIdToken, hash: string, idToken: string): Promise<Identity> {
  const identity = await verify(idToken)
  if (identity === null || hashSubject(identity) !== hash)
    throw new Refusal('invalid_request', 'id_token must be a valid ID token of the one who asks.', 'id_token')
  if (identity.email === null)
    throw new Refusal('invalid_request', 'id_token must have an address that is verified.', 'id_token')
  return { hash, subject: identity.subject, email: normalizeEmail(identity.email) }
}

/** An invitation as who is invited sees it. `inviter`: null where it was an engineer of the service. */
export type OpenInvitation = {
  id: string
  company: string
  inviter: string | null
  role: PersonRow['role']
  invited_until: string | null
}

/** To the address, of all companies that answer requests. The latest first. */
export async function listInvitations(table: Table, { email }: Identity): Promise<OpenInvitation[]> {
  const open = await findOpenInvitations(table, email)
  const companies = await Promise.all(open.map(({ row }) => findCompany(table, row.company_id)))
  const invitations = open.flatMap(({ row }, index) => {
    const company = companies[index]
    if (!company || company.suspended_at !== undefined) return []
    const { inviter = null, role } = row
    return [{ id: row.id, company: company.name, inviter, role, invited_until: toPerson(row).invited_until }]
  })
  return invitations.sort((a, b) => (a.id < b.id ? 1 : -1))
}

/**
 * From then on the subject is a person of the company. Can be repeated. Refused with `invalid_state` where the
 * invitation is not open, and where the subject belongs to a company already.
 */
export function acceptInvitation(
  table: Table,
  { hash, subject, email }: Identity,
  { invitationId, requestId }: { invitationId: string; requestId: string },
): Promise<Person> {
  return retryUntilCommitted(table, async () => {
    const invited = (await findOpenInvitations(table, email)).find(({ row }) => row.id === invitationId)
    // Read last: where the same request, sent twice, was accepted meanwhile, this one sees it.
    const there = await findByHash(table, hash)
    if (there?.row.accepted_at !== undefined) return requireAccepted(there.row, invitationId)
    if (!invited) throw new Refusal('invalid_state', 'No such invitation to this address is open.')
    const at = table.now()
    const { id, name, company_id: companyId } = invited.row
    const change = { action: 'person.accepted', subject: toSubject(invited.row) } as const
    const actor = { type: 'person', id, name } as const
    const access = makeAccessWrite(table, { companyId, actor, requestId }, change)
    await transact(table, [...makeAcceptWrites(invited, { hash, subject, at, stale: there }), access])
    const { valid_until: _, ...row } = invited.row
    return toAcceptedPerson({ ...row, accepted_at: at })
  })
}

/** As acceptance leaves it: a request that is sent again counts as a use, and has the same answer. */
const toAcceptedPerson = (row: PersonRow): Person => ({ ...toPerson(row), last_used_at: null })

function requireAccepted(row: PersonRow, invitationId: string): Person {
  if (row.id === invitationId) return toAcceptedPerson(row)
  throw new Refusal('invalid_state', 'You belong to a company: leave it before you join another one.')
}

async function findOpenInvitations(table: Table, email: string): Promise<FoundPerson[]> {
  const rows = await readEmailRows(table, email)
  const people = await Promise.all(rows.map(({ company_id, id }) => findPerson(table, company_id, id)))
  const now = table.now()
  return people.filter(
    (person): person is FoundPerson =>
      person !== null &&
      person.row.email === email &&
      person.row.accepted_at === undefined &&
      isUsable(person.row, now),
  )
}
