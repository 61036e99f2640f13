import * as z from 'zod'
import type { Caller } from '../../domain/companies/caller'
import { planNames } from '../../domain/companies/plan'

/** API Gateway passes only strings. The values may be up to five minutes old. */
const AuthorizerContext = z.object({
  key_hash: z.string(),
  company_id: z.string(),
  plan: z.enum(planNames),
  time_zone: z.string().optional(),
  user_id: z.string(),
  key_id: z.string(),
  key_name: z.string().optional(),
  /** Of a person's access token, in epoch seconds: API Gateway may keep this longer than the token is valid. */
  expires_at: z.string().optional(),
  /** When the person has signed in, in epoch seconds. Left out where the provider does not say it. */
  auth_time: z.string().optional(),
  /** There was none, and this stack wants one of owners. */
  second_factor: z.literal('missing').optional(),
})
export type AuthorizerContext = z.infer<typeof AuthorizerContext>

/** A key, or a person. */
type Principal = Pick<AuthorizerContext, 'company_id' | 'plan' | 'time_zone' | 'user_id'> & {
  id: string
  name?: string | undefined
}

/** What the token of a person says, in epoch seconds. `isFactorMissing`: where this stack wants a second one. */
type Token = { expiresAt: number; authTime: number | null; isFactorMissing: boolean }

/** `hash`: by which the table finds the principal. */
export function makeAuthorizerContext(
  { hash, token }: { hash: string; token?: Token },
  { company_id, plan, time_zone, user_id, id, name }: Principal,
): AuthorizerContext {
  return {
    key_hash: hash,
    company_id,
    plan,
    ...(time_zone !== undefined && { time_zone }),
    user_id,
    key_id: id,
    ...(name !== undefined && { key_name: name }),
    ...(token && { expires_at: String(token.expiresAt) }),
    ...(token && token.authTime !== null && { auth_time: String(token.authTime) }),
    ...(token?.isFactorMissing && { second_factor: 'missing' as const }),
  }
}

/**
 * Of somebody with a valid token whom nobody knows yet. API Gateway keeps this for five minutes, so the meter finds out
 * whether the person has accepted an invitation meanwhile.
 */
export function makeStrangerContext(stranger: { hash: string; token: Token }): AuthorizerContext {
  const nobody = { company_id: 'none', plan: 'starter', user_id: 'usr_none', id: 'usr_none' } as const
  return makeAuthorizerContext(stranger, nobody)
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
export function makeCaller({ company_id, plan, time_zone, user_id, id, name }: Principal, requestId: string): Caller {
  const type = id === user_id ? ('person' as const) : ('api_key' as const)
  const actor = { type, id, name: name ?? null }
  return { companyId: company_id, plan, timeZone: time_zone ?? null, userId: user_id, actor, requestId }
}
