import type { Plan } from './plan'

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

export const actorTypes = ['api_key', 'system'] as const
type Actor = { type: (typeof actorTypes)[number]; id: string; name: string | null }

export type Caller = {
  companyId: string
  plan: Plan
  userId: string
  actor: Actor
  requestId: string
}
