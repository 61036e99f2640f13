import type { Allowance } from '../domain/companies/allowance'
import type { Caller, Scope } from '../domain/companies/caller'
import { Refusal } from '../domain/errors'
import { admitRequest } from '../operations/companies/meter'
import { type AuthorizerContext, makeCaller } from '../runtime/authorizer-context'
import type { Table } from '../store/client'

/** A request that was not counted, with the values of the answer's headers. */
export class MeterRefusal extends Refusal {
  constructor(
    code: 'rate_limited' | 'forbidden',
    message: string,
    readonly allowance: Allowance,
    readonly retryAfterSeconds: number | null,
  ) {
    super(code, message)
  }
}

export type MeterReading = { caller: Caller; scopes: Scope[]; allowance: Allowance }

/**
 * The write that counts the request returns the key's row, so a revocation, a new plan or a new scope takes effect at
 * once, whatever the authorizer has cached. Refused with `unauthorized` for a key that is no longer valid, with
 * `forbidden` where its company is suspended, and with `rate_limited` where a limit is reached.
 */
export async function meterRequest(
  table: Table,
  { key_hash }: AuthorizerContext,
  requestId: string,
): Promise<MeterReading> {
  const admission = await admitRequest(table, key_hash)
  if (admission.outcome === 'unknown') throw new Refusal('unauthorized', 'The API key is no longer valid.')
  if (admission.outcome === 'suspended')
    throw new MeterRefusal('forbidden', 'The company is suspended.', admission.allowance, null)
  if (admission.outcome === 'limited') {
    const { allowance, retryAfterSeconds } = admission
    const message = `Too many requests. Try again in ${retryAfterSeconds} seconds.`
    throw new MeterRefusal('rate_limited', message, allowance, retryAfterSeconds)
  }
  const { key, allowance } = admission
  return { caller: makeCaller(key, requestId), scopes: key.scopes, allowance }
}
