import type { Answer } from '../client'
import { isDeath, isForGood, type Kind } from './kinds'

/** True for a success. `not_found` counts as one, since it is what the route `not-found` answers. */
export function isSuccess({ status, body }: Answer<unknown>): boolean {
  return status < 300 || getCode(body) === 'not_found'
}

/** A retry must get the same answer, unless rows of a batch failed (they are tried again) or a restore is running. */
export function isFinal({ status, text }: Answer<unknown>): boolean {
  return status < 300 && !text.includes('"error"') && !text.includes('"status":"running"')
}

/** `early` is true where the fault was at the first call, which the authorizer makes. */
export function listFaultsOfAnswer(answer: Answer<unknown>, kind: Kind, { early }: { early: boolean }): string[] {
  const { status, text, headers, body } = answer
  if (isSuccess(answer)) return []
  const busy = status === 429 && getCode(body) === 'resource_busy' && headers.get('retry-after') !== null
  if (busy && (isForGood(kind) || isDeath(kind))) return []
  // A function that died answers nothing: API Gateway answers 500. Jobs and authorizers fail so for any fault.
  const failed = status === 500 && (getCode(body) === 'internal_error' || body === null)
  if (failed && (isDeath(kind) || kind === 'lost, then throttled')) return []
  if (failed && isForGood(kind) && (early || body === null)) return []
  return [`it answers ${status} ${text}`]
}

function getCode(body: unknown): unknown {
  return Object(Object(body).error).code
}
