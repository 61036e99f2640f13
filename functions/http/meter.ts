import type { Caller, Scope } from '../domain/caller'
import { Refused } from '../domain/errors'
import type { Table } from '../store/client'
import { type Allowance, spendRequest } from '../store/meter'

/** What the authorizer tells the handlers: strings, as API Gateway passes them on. */
export type Authorized = { key_hash: string }

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
  const caller = {
    companyId: key.company_id,
    plan: key.plan,
    userId: key.user_id,
    keyId: key.id,
    keyName: key.name ?? null,
    requestId,
  }
  return { caller, scopes: key.scopes, allowance }
}
