import type { Allowance } from '../domain/companies/allowance'
import type { Caller, Scope } from '../domain/companies/caller'
import { Refusal } from '../domain/errors'
import { admitRequest } from '../operations/companies/meter'
import { type AuthorizerContext, makeCaller } from '../runtime/authorizer-context'
import type { Table } from '../store/client'
import { getScopes } from '../store/companies/principal-row'

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

export type MeterReading = { caller: Caller; scopes: readonly Scope[]; allowance: Allowance }

/**
 * The write that counts the request returns the row of the key or person, so a revocation, a removal, a new plan, scope
 * or role takes effect at once, whatever the authorizer has cached. Refused with `unauthorized` for what is no longer
 * valid, with `forbidden` where its company is suspended, and with `rate_limited` where a limit is reached.
 */
export async function meterRequest(
  table: Table,
  { key_hash, expires_at }: AuthorizerContext,
  requestId: string,
): Promise<MeterReading> {
  if (expires_at !== undefined) requireTime(table, expires_at)
  const admission = await admitRequest(table, key_hash)
  if (admission.outcome === 'unknown') throw makeInvalidRefusal(expires_at === undefined ? 'API key' : 'access token')
  if (admission.outcome === 'suspended')
    throw new MeterRefusal('forbidden', 'The company is suspended.', admission.allowance, null)
  if (admission.outcome === 'limited') {
    const { allowance, retryAfterSeconds } = admission
    const message = `Too many requests. Try again in ${retryAfterSeconds} seconds.`
    throw new MeterRefusal('rate_limited', message, allowance, retryAfterSeconds)
  }
  const { principal, allowance } = admission
  return { caller: makeCaller(principal, requestId), scopes: getScopes(principal), allowance }
}

/** As `meterRequest`, but null for somebody with a valid token whom nobody knows. */
export async function meterStranger(
  table: Table,
  authorizer: AuthorizerContext,
  requestId: string,
): Promise<MeterReading | null> {
  const { expires_at } = authorizer
  if (expires_at === undefined) return meterRequest(table, authorizer, requestId)
  requireTime(table, expires_at)
  return meterRequest(table, authorizer, requestId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unauthorized') return null
    throw error
  })
}

/** API Gateway keeps the authorizer's answer for longer than the token may be valid. `expiresAt`: epoch seconds. */
function requireTime(table: Table, expiresAt: string): void {
  if (Number(expiresAt) * 1_000 <= table.now()) throw makeInvalidRefusal('access token')
}

function makeInvalidRefusal(noun: string): Refusal {
  return new Refusal('unauthorized', `The ${noun} is no longer valid.`)
}
