import { Refusal } from '../errors'
import { dayMs } from '../time'
import { isUsable } from './api-key'
import type { Scope } from './caller'
import { type Plan, plans } from './plan'

export const roles = ['owner', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** An owner may do all that a person may, a member what the usual key may, a viewer may look. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: ['read', 'write', 'webhooks', 'account', 'manage'],
  member: ['read', 'write', 'account'],
  viewer: ['read', 'account'],
}

/** Keys and people are listed, counted and verified together: their ids tell them apart. */
export const isPersonId = (id: string) => id.startsWith('usr_')

/** How long an invitation can be accepted, in milliseconds. */
export const invitationMs = 7 * dayMs

/** On a UTC day, by the people of a company. */
const maxInvitations = 50

/** What a company does with the keys of a person who leaves. */
export const keyChoices = ['revoke', 'keep'] as const
export type KeyChoice = (typeof keyChoices)[number]

/** One who has accepted, or still may: nobody else of the company is invited at the address. */
export function holdsAddress(
  person: { accepted_at?: number | undefined; valid_until?: number | undefined; revoked_at?: number | undefined },
  now: number,
): boolean {
  return person.accepted_at !== undefined || isUsable(person, now)
}

/** `people`: with open invitations. Refused with `limit_exceeded`. */
export function requirePlace(plan: Plan, { people, invitedToday }: { people: number; invitedToday: number }): void {
  const max = plans[plan].people
  if (people >= max)
    throw new Refusal('limit_exceeded', `A company has at most ${max} people on this plan: remove one first.`, 'email')
  if (invitedToday >= maxInvitations)
    throw new Refusal('limit_exceeded', `A company invites at most ${maxInvitations} people on a day (UTC).`, 'email')
}

export const personStatuses = ['invited', 'active'] as const

/** What a person is told by mail. */
export const alertChoices = ['none', 'low_stock'] as const
type AlertChoice = (typeof alertChoices)[number]

/** As the API shows a person. `invited_until`: null for one who has signed in. */
export type Person = {
  id: string
  email: string
  name: string
  role: Role
  status: (typeof personStatuses)[number]
  alerts: AlertChoice
  invited_until: string | null
  created_at: string
  last_used_at: string | null
}

/** Fields that clients may send back, but not change. */
export const readOnlyPersonFields = ['id', 'email', 'status', 'invited_until', 'created_at', 'last_used_at'] as const

export type PersonPatch = { name?: string | undefined; role?: Role | undefined; alerts?: AlertChoice | undefined }

/** What of the patch is not so already: a person may be sent back as it was fetched. */
export function listChanges(before: Pick<Person, keyof PersonPatch>, patch: PersonPatch): PersonPatch {
  const { name, role, alerts } = patch
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(role !== undefined && role !== before.role && { role }),
    ...(alerts !== undefined && alerts !== before.alerts && { alerts }),
  }
}

/** Throws a `Refusal`. An owner changes names and roles, and everybody what it is told itself. */
export function requireMayChange(
  { name, role, alerts }: PersonPatch,
  { isOwner, isSelf, sendsMail }: { isOwner: boolean; isSelf: boolean; sendsMail: boolean },
): void {
  const forOwners = name !== undefined ? 'name' : role !== undefined ? 'role' : null
  if (forOwners !== null && !isOwner)
    throw new Refusal('forbidden', `Only an owner may change the '${forOwners}' field.`, forOwners)
  if (alerts === undefined) return
  if (!isSelf) throw new Refusal('forbidden', "The 'alerts' field is for the person itself to change.", 'alerts')
  if (alerts !== 'none' && !sendsMail)
    throw new Refusal('invalid_request', "The 'alerts' field must be none: this service sends no mail.", 'alerts')
}

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
/** RFC 5321, without display names, quotes and addresses of machines. In ASCII: what is not looks like another one. */
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`)

/** RFC 5321 allows 64 characters before the sign, and 254 in all. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && text.length <= 254 && text.indexOf('@') <= 64
}

/**
 * Letters of either case are one address: no provider of mail that is in use tells them apart. Letters of ASCII alone:
 * in Unicode, the Kelvin sign is a large k.
 */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** By how many the owners of the company who have signed in become more. `after`: null for one who is removed. */
export function countOwners(before: { role: Role; hasSignedIn: boolean }, after: Role | null): -1 | 0 | 1 {
  if (!before.hasSignedIn || (before.role === 'owner') === (after === 'owner')) return 0
  return after === 'owner' ? 1 : -1
}

export function makeTakenRefusal(): Refusal {
  return new Refusal('invalid_request', 'The company has a person, or an open invitation, at this address.', 'email')
}

export function makeLastOwnerRefusal(): Refusal {
  return new Refusal('invalid_state', 'A company keeps an owner who has signed in: make another person an owner first.')
}
