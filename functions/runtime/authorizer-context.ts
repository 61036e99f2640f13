import * as z from 'zod'
import type { Caller } from '../domain/companies/caller'
import { planNames } from '../domain/companies/plan'

/** API Gateway passes only strings. The values may be up to five minutes old. */
const AuthorizerContext = z.object({
  key_hash: z.string(),
  company_id: z.string(),
  plan: z.enum(planNames),
  user_id: z.string(),
  key_id: z.string(),
  key_name: z.string().optional(),
})
export type AuthorizerContext = z.infer<typeof AuthorizerContext>

type Key = Pick<AuthorizerContext, 'company_id' | 'plan' | 'user_id'> & { id: string; name?: string | undefined }

/** `hash` is the hash of the key's secret. */
export function makeAuthorizerContext(hash: string, { company_id, plan, user_id, id, name }: Key): AuthorizerContext {
  return { key_hash: hash, company_id, plan, user_id, key_id: id, ...(name === undefined ? {} : { key_name: name }) }
}

/** Parses the authorizer's context in a handler. Throws where it has another shape. */
export function parseAuthorizerContext(context: unknown): AuthorizerContext {
  return AuthorizerContext.parse(context)
}

export function presumeCaller(context: AuthorizerContext, requestId: string): Caller {
  const { key_id: id, key_name: name, ...key } = context
  return makeCaller({ ...key, id, name }, requestId)
}

export function makeCaller({ company_id, plan, user_id, id, name }: Key, requestId: string): Caller {
  const actor = { type: 'api_key' as const, id, name: name ?? null }
  return { companyId: company_id, plan, userId: user_id, actor, requestId }
}
