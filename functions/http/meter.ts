import type { Caller, Scope } from '../domain/caller'
import { Refused } from '../domain/errors'
import type { Plan } from '../domain/plan'
import type { Table } from '../store/client'
import { type Allowance, spendRequest } from '../store/companies/meter'

/** What the authorizer tells the handlers: strings, as API Gateway passes them on, and up to five minutes old. */
export type Authorized = {
  key_hash: string
  company_id: string
  plan: Plan
  user_id: string
  key_id: string
  key_name?: string
}

/** The key as the authorizer's context tells of it. */
export function authorized(hash: string, key: Key): Authorized {
  const { company_id, plan, user_id, id, name } = key
  return { key_hash: hash, company_id, plan, user_id, key_id: id, ...(name === undefined ? {} : { key_name: name }) }
}

type Key = { company_id: string; plan: Plan; user_id: string; id: string; name?: string | undefined }

/** Who the authorizer took the caller for. */
export function presumedCaller({ company_id, plan, user_id, key_id, key_name }: Authorized, requestId: string): Caller {
  return callerOf({ company_id, plan, user_id, id: key_id, name: key_name }, requestId)
}

function callerOf({ company_id, plan, user_id, id, name }: Key, requestId: string): Caller {
  const actor = { type: 'api_key' as const, id, name: name ?? null }
  return { companyId: company_id, plan, userId: user_id, actor, requestId }
}

/** A request over a limit, with what the answer's headers say. */
export class RateLimited extends Refused {
  constructor(
    readonly allowance: Allowance,
    readonly retryAfterSeconds: number,
  ) {
    super('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} seconds.`)
  }
}

export type Metered = { caller: Caller; scopes: Scope[]; allowance: Allowance }

/**
 * Counts the request against its key and answers with what the key may do now: the key's row is read in the same write, so that
 * a revocation, a new plan or a new scope acts at once, whatever the authorizer has cached.
 */
export async function meter(table: Table, { key_hash }: Authorized, requestId: string): Promise<Metered> {
  const admission = await spendRequest(table, key_hash)
  if (admission.outcome === 'unknown') throw new Refused('unauthorized', 'The API key is no longer valid.')
  if (admission.outcome === 'limited') throw new RateLimited(admission.allowance, admission.retryAfterSeconds)
  const { key, allowance } = admission
  return { caller: callerOf(key, requestId), scopes: key.scopes, allowance }
}
