import type { Plan } from './plan'

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

/** What acts: a key of the company, or the service itself. */
export type Actor = { type: 'api_key' | 'system'; id: string; name: string | null }

/** Who asks, on which plan, and in which request. */
export type Caller = {
  companyId: string
  plan: Plan
  userId: string
  actor: Actor
  requestId: string
}
