import type { Answer } from '../client'
import { isDeath, isForGood, type Kind } from './kinds'

/** True for a success. The route for whatever no route answers succeeds when it says so. */
export function isSuccess({ status, body }: Answer<unknown>): boolean {
  return status < 300 || codeOf(body) === 'not_found'
}

/** True where a retry must get the same: but of a batch, rows that failed are tried again, and a restore that runs on gets further. */
export function isFinal({ status, text }: Answer<unknown>): boolean {
  return status < 300 && !text.includes('"error"') && !text.includes('"status":"running"')
}

/** What is wrong with the answer to a request that met a fault; `early` where that was its first call of all, the authorizer's. */
export function whatIsWrong(answer: Answer<unknown>, kind: Kind, { early }: { early: boolean }): string[] {
  const { status, text, headers, body } = answer
  if (isSuccess(answer)) return []
  const busy = status === 429 && codeOf(body) === 'resource_busy' && headers.get('retry-after') !== null
  if (busy && (isForGood(kind) || isDeath(kind))) return []
  // A function that died answers nothing, and API Gateway then says 500; so does a job, and an authorizer, whatever it met.
  const failed = status === 500 && (codeOf(body) === 'internal_error' || body === null)
  if (failed && (isDeath(kind) || kind === 'lost, then throttled')) return []
  if (failed && isForGood(kind) && (early || body === null)) return []
  return [`it answers ${status} ${text}`]
}

function codeOf(body: unknown): unknown {
  return Object(Object(body).error).code
}
