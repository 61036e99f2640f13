import { Refusal } from '../errors'
import { dayMs } from '../time'
import type { Scope } from './caller'

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

export const personStatuses = ['invited', 'active'] as const

/** As the API shows a person. `invited_until`: null for one who has signed in. */
export type Person = {
  id: string
  email: string
  name: string
  role: Role
  status: (typeof personStatuses)[number]
  invited_until: string | null
  created_at: string
  last_used_at: string | null
}

/** Fields that clients may send back, but not change. */
export const readOnlyPersonFields = ['id', 'email', 'status', 'invited_until', 'created_at', 'last_used_at'] as const

/** Letters of either case are one address: no provider of mail that is in use tells them apart. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** By how many the owners of the company who have signed in become more. `after`: null for one who is removed. */
export function countOwners(before: { role: Role; hasSignedIn: boolean }, after: Role | null): -1 | 0 | 1 {
  if (!before.hasSignedIn || (before.role === 'owner') === (after === 'owner')) return 0
  return after === 'owner' ? 1 : -1
}

export function makeLastOwnerRefusal(): Refusal {
  return new Refusal('invalid_state', 'A company keeps an owner who has signed in: make another person an owner first.')
}
