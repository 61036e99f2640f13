import type { Plan } from './plan'

/** What a key can be given. */
export const keyScopes = ['read', 'write', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]
/** Of a key for which none are named: one that may write must not be able to send everything elsewhere. */
export const usualScopes: readonly KeyScope[] = ['read', 'write']

/** `account` and `manage` are those of people alone: to see their company's account, and to manage keys and people. */
export type Scope = KeyScope | 'account' | 'manage'

export const actorTypes = ['api_key', 'person', 'system'] as const
type Actor = { type: (typeof actorTypes)[number]; id: string; name: string | null }

export type Caller = { companyId: string; plan: Plan; userId: string; actor: Actor; requestId: string }
