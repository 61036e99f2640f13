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

/** How long an invitation can be accepted, in milliseconds. */
export const invitationMs = 7 * dayMs

/** Letters of either case are one address: no provider of mail that is in use tells them apart. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
