import type { Plan } from './plan'

export const scopes = ['read', 'write', 'webhooks'] as const
export type Scope = (typeof scopes)[number]
/** Of a key for which none are named: one that may write must not be able to send everything elsewhere. */
export const usualScopes: readonly Scope[] = ['read', 'write']

export const actorTypes = ['api_key', 'system'] as const
type Actor = { type: (typeof actorTypes)[number]; id: string; name: string | null }

export type Caller = {
  companyId: string
  plan: Plan
  userId: string
  actor: Actor
  requestId: string
}
