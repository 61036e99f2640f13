import * as z from 'zod'
import type { Caller } from '../../domain/companies/caller'
import { planNames } from '../../domain/companies/plan'

/** API Gateway passes only strings. The values may be up to five minutes old. */
const AuthorizerContext = z.object({
  key_hash: z.string(),
  company_id: z.string(),
  plan: z.enum(planNames),
  user_id: z.string(),
  key_id: z.string(),
  key_name: z.string().optional(),
  /** Of a person's access token, in epoch seconds: API Gateway may keep this longer than the token is valid. */
  expires_at: z.string().optional(),
})
export type AuthorizerContext = z.infer<typeof AuthorizerContext>

/** A key, or a person. */
type Principal = Pick<AuthorizerContext, 'company_id' | 'plan' | 'user_id'> & { id: string; name?: string | undefined }

/** `hash`: by which the table finds the principal. `expiresAt`: of a token, in epoch seconds. */
export function makeAuthorizerContext(
  { hash, expiresAt }: { hash: string; expiresAt?: number },
  { company_id, plan, user_id, id, name }: Principal,
): AuthorizerContext {
  return {
    key_hash: hash,
    company_id,
    plan,
    user_id,
    key_id: id,
    ...(name !== undefined && { key_name: name }),
    ...(expiresAt !== undefined && { expires_at: String(expiresAt) }),
  }
}

/**
 * Of somebody with a valid token whom nobody knows yet. API Gateway keeps this for five minutes, so the meter finds out
 * whether the person has accepted an invitation meanwhile.
 */
export function makeStrangerContext({ hash, expiresAt }: { hash: string; expiresAt: number }): AuthorizerContext {
  const nobody = { company_id: 'none', plan: 'starter', user_id: 'usr_none', id: 'usr_none' } as const
  return makeAuthorizerContext({ hash, expiresAt }, nobody)
}

/** Parses the authorizer's context in a handler. Throws where it has another shape. */
export function parseAuthorizerContext(context: unknown): AuthorizerContext {
  return AuthorizerContext.parse(context)
}

export function presumeCaller(context: AuthorizerContext, requestId: string): Caller {
  const { key_id: id, key_name: name, ...rest } = context
  return makeCaller({ ...rest, id, name }, requestId)
}

/** A person acts for itself, a key for a user. */
export function makeCaller({ company_id, plan, user_id, id, name }: Principal, requestId: string): Caller {
  const type = id === user_id ? ('person' as const) : ('api_key' as const)
  const actor = { type, id, name: name ?? null }
  return { companyId: company_id, plan, userId: user_id, actor, requestId }
}
