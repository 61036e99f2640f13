import type { Plan } from './plan'
import type { TimeZone } from './time-zone'

/** What a key can be given. */
export const keyScopes = ['read', 'write', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]
/** Of a key for which none are named: one that may write must not be able to send everything elsewhere. */
export const usualScopes: readonly KeyScope[] = ['read', 'write']

/** `account` and `manage` are those of people alone: to see their company's account, and to manage keys and people. */
export type Scope = KeyScope | 'account' | 'manage'

/** What a caller must have for a route of this scope. Webhooks send what only those may know who may read. */
export function listNeededScopes(scope: Scope | null): Scope[] {
  if (scope === null) return []
  return scope === 'webhooks' ? ['webhooks', 'read'] : [scope]
}

export const actorTypes = ['api_key', 'person', 'system'] as const
type Actor = { type: (typeof actorTypes)[number]; id: string; name: string | null }

/** Who changes something, and by which request. */
export type Author = Pick<Caller, 'companyId' | 'actor' | 'requestId'>

export type Caller = {
  companyId: string
  plan: Plan
  timeZone: TimeZone
  userId: string
  actor: Actor
  requestId: string
}
