import { type Allowance, computeRetryAfter } from '../domain/companies/allowance'
import type { Caller, Scope } from '../domain/companies/caller'
import { readSignInTime } from '../domain/companies/sign-in'
import { Refusal } from '../domain/errors'
import { admitRequest } from '../operations/companies/meter'
import { admitStranger } from '../operations/people/stranger-meter'
import { type AuthorizerContext, makeCaller } from '../runtime/gateway/authorizer-context'
import { getScopes, isPerson } from '../store/companies/principal-row'
import type { Table } from '../store/table/table'

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
  authorizer: AuthorizerContext,
  requestId: string,
): Promise<MeterReading> {
  const reading = await meterWhereKnown(table, authorizer, requestId)
  if (reading === null) throw makeInvalidRefusal(authorizer.expires_at === undefined ? 'API key' : 'access token')
  return reading
}

/** As `meterRequest`, but null where nobody knows the key or the person. */
export async function meterWhereKnown(
  table: Table,
  { key_hash, expires_at, auth_time }: AuthorizerContext,
  requestId: string,
): Promise<MeterReading | null> {
  if (expires_at !== undefined) requireTime(table, expires_at)
  const admission = await admitRequest(table, key_hash, readSignInTime(auth_time))
  if (admission.outcome === 'unknown') return null
  if (admission.outcome === 'signed-out') throw makeInvalidRefusal('access token')
  if (admission.outcome === 'suspended')
    throw new MeterRefusal('forbidden', 'The company is suspended.', admission.allowance, null)
  if (admission.outcome === 'limited') throw makeLimitRefusal(admission.allowance, admission.retryAfterSeconds)
  const { principal, allowance } = admission
  if (isPerson(principal) && principal.accepted_at === undefined) return null // an invitation of an earlier version
  return { caller: makeCaller(principal, requestId), scopes: getScopes(principal), allowance }
}

/** Of one whom no company needs to know. Refused with `rate_limited`, and with `unauthorized`. */
export async function meterStranger(
  table: Table,
  { key_hash, expires_at = '0' }: AuthorizerContext,
): Promise<Pick<MeterReading, 'allowance'>> {
  requireTime(table, expires_at)
  const { admitted, allowance } = await admitStranger(table, key_hash)
  if (!admitted) throw makeLimitRefusal(allowance, computeRetryAfter(allowance, table.now()))
  return { allowance }
}

function makeLimitRefusal(allowance: Allowance, retryAfterSeconds: number): MeterRefusal {
  const message = `Too many requests. Try again in ${retryAfterSeconds} seconds.`
  return new MeterRefusal('rate_limited', message, allowance, retryAfterSeconds)
}

/** API Gateway keeps the authorizer's answer for longer than the token may be valid. `expiresAt`: epoch seconds. */
function requireTime(table: Table, expiresAt: string): void {
  if (Number(expiresAt) * 1_000 <= table.now()) throw makeInvalidRefusal('access token')
}

function makeInvalidRefusal(noun: string): Refusal {
  return new Refusal('unauthorized', `The ${noun} is no longer valid.`)
}
