import type { Plan } from './plan'

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

/** Who asks, on which plan, and in which request. */
export type Caller = {
  companyId: string
  plan: Plan
  userId: string
  keyId: string
  keyName: string | null
  requestId: string
}
