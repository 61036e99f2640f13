import type { Allowance } from '../domain/companies/allowance'
import type { Caller, Scope } from '../domain/companies/caller'
import { Refusal } from '../domain/errors'
import { admitRequest } from '../operations/companies/meter'
import { type AuthorizerContext, makeCaller } from '../runtime/authorizer-context'
import type { Table } from '../store/client'

/** A request over a limit, with the values of the answer's headers. */
export class RateLimitRefusal extends Refusal {
  constructor(
    readonly allowance: Allowance,
    readonly retryAfterSeconds: number,
  ) {
    super('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} seconds.`)
  }
}

export type MeterReading = { caller: Caller; scopes: Scope[]; allowance: Allowance }

/**
 * The write that counts the request returns the key's row, so a revocation, a new plan or a new scope takes effect at
 * once, whatever the authorizer has cached. Refused with `unauthorized` for a key that is no longer valid, and with
 * `rate_limited` where a limit is reached.
 */
export async function meterRequest(
  table: Table,
  { key_hash }: AuthorizerContext,
  requestId: string,
): Promise<MeterReading> {
  const admission = await admitRequest(table, key_hash)
  if (admission.outcome === 'unknown') throw new Refusal('unauthorized', 'The API key is no longer valid.')
  if (admission.outcome === 'limited') throw new RateLimitRefusal(admission.allowance, admission.retryAfterSeconds)
  const { key, allowance } = admission
  return { caller: makeCaller(key, requestId), scopes: key.scopes, allowance }
}
