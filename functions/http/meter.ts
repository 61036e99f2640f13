import type { Allowance } from '../domain/companies/allowance'
import type { Caller, Scope } from '../domain/companies/caller'
import { Refused } from '../domain/errors'
import { spendRequest } from '../operations/companies/meter'
import { type AuthorizerContext, callerOf } from '../runtime/authorizer-context'
import type { Table } from '../store/client'

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
export async function meter(table: Table, { key_hash }: AuthorizerContext, requestId: string): Promise<Metered> {
  const admission = await spendRequest(table, key_hash)
  if (admission.outcome === 'unknown') throw new Refused('unauthorized', 'The API key is no longer valid.')
  if (admission.outcome === 'limited') throw new RateLimited(admission.allowance, admission.retryAfterSeconds)
  const { key, allowance } = admission
  return { caller: callerOf(key, requestId), scopes: key.scopes, allowance }
}
