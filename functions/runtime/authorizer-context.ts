import * as z from 'zod'
import type { Caller } from '../domain/companies/caller'
import { planNames } from '../domain/companies/plan'

/** What the authorizer tells the handlers: strings, as API Gateway passes them on, and up to five minutes old. */
const AuthorizerContext = z.object({
  key_hash: z.string(),
  company_id: z.string(),
  plan: z.enum(planNames),
  user_id: z.string(),
  key_id: z.string(),
  key_name: z.string().optional(),
})
export type AuthorizerContext = z.infer<typeof AuthorizerContext>

/** What a caller's key says of the caller. */
type Key = Pick<AuthorizerContext, 'company_id' | 'plan' | 'user_id'> & { id: string; name?: string | undefined }

/** What the authorizer answers for a key whose secret hashes to `hash`. */
export function authorizerContext(hash: string, { company_id, plan, user_id, id, name }: Key): AuthorizerContext {
  return { key_hash: hash, company_id, plan, user_id, key_id: id, ...(name === undefined ? {} : { key_name: name }) }
}

/** What the authorizer has answered, as a handler is told of it. */
export function parseAuthorizerContext(context: unknown): AuthorizerContext {
  return AuthorizerContext.parse(context)
}

/** Who the authorizer took the caller for. */
export function presumedCaller(context: AuthorizerContext, requestId: string): Caller {
  const { key_id: id, key_name: name, ...key } = context
  return callerOf({ ...key, id, name }, requestId)
}

/** Who asks with a key. */
export function callerOf({ company_id, plan, user_id, id, name }: Key, requestId: string): Caller {
  const actor = { type: 'api_key' as const, id, name: name ?? null }
  return { companyId: company_id, plan, userId: user_id, actor, requestId }
}
