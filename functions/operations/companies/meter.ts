import { BoundedMap } from '../../domain/bounded-map'
import {
  type Allowance,
  chooseLaterWindows,
  computeAllowance,
  computeRetryAfter,
  computeWindows,
  moveUsage,
  type Windows,
} from '../../domain/companies/allowance'
import { isUsable } from '../../domain/companies/api-key'
import { isSignedOut } from '../../domain/companies/sign-in'
import { observe } from '../../metrics'
import { isPerson, type PrincipalRow } from '../../store/companies/principal-row'
import { type CountedRequest, countRequest } from '../../store/companies/principal-usage'
import type { Table } from '../../store/table/table'
import { keepUsage } from './usage'

export type Admission =
  | { outcome: 'admitted'; principal: PrincipalRow; allowance: Allowance }
  | { outcome: 'limited'; allowance: Allowance; retryAfterSeconds: number }
  | { outcome: 'suspended'; allowance: Allowance }
  | { outcome: 'signed-out' }
  | { outcome: 'unknown' }

/** `signedInAt`: when the person has; 0 for a key. What is not admitted is not counted. */
export async function admitRequest(table: Table, hash: string, signedInAt = 0): Promise<Admission> {
  const admission = await tryToCount(table, hash, signedInAt)
  if (admission.outcome !== 'admitted') observe('RefusedRequests')
  return admission
}

/** One conditional update admits exactly as many concurrent requests as the limit allows. A second opens a window. */
async function tryToCount(table: Table, hash: string, signedInAt: number): Promise<Admission> {
  const now = table.now()
  let to = computeWindows(now)
  let known: PrincipalRow | null = null
  for (;;) {
    const counted = await countAndTell(table, hash, now, { known, to, signedInAt })
    const { principal } = counted
    if (counted.counted)
      return { outcome: 'admitted', principal: counted.principal, allowance: computeAllowance(counted.principal) }
    if (principal === null || !isUsable(principal, now)) return { outcome: 'unknown' }
    if (isPerson(principal) && isSignedOut(principal, signedInAt)) return { outcome: 'signed-out' }
    to = chooseLaterWindows(to, principal)
    const allowance = computeAllowance(moveUsage(principal, to))
    if (principal.suspended_at !== undefined) return { outcome: 'suspended', allowance }
    if (allowance.remaining === 0) {
      noteRefusal(hash, to.day)
      return { outcome: 'limited', allowance, retryAfterSeconds: computeRetryAfter(allowance, now) }
    }
    known = principal
  }
}

/** Tells with it how many requests were refused, and keeps what is known of a day that is over. */
async function countAndTell(
  table: Table,
  hash: string,
  now: number,
  { known, to, signedInAt }: { known: PrincipalRow | null; to: Windows; signedInAt: number },
): Promise<CountedRequest> {
  const refusals = refusalsToTell.get(hash)
  const isOfToday = refusals?.day === to.day
  const counted = await countRequest(table, hash, now, {
    known,
    to,
    signedInAt,
    refused: isOfToday ? refusals.count : 0,
  })
  if (!counted.counted) return counted
  if (refusals) forgetRefusals(hash, refusals)
  const late = refusals && !isOfToday && refusals.count > 0 ? refusals : null
  const { before } = counted
  const opened = before && { day: to.day, hash }
  if (before || late) await keepUsage(table, counted.principal, { before, late, opened })
  return counted
}

// A refusal costs one failed update, and no second one: so it is told with the next request that is counted.

type Refusals = { day: number; count: number }

/** By the hash of a key or person. More than a process meets between two admitted requests. */
const refusalsToTell = new BoundedMap<string, Refusals>(1_000)

/** `day`: number of the UTC day. */
function noteRefusal(hash: string, day: number): void {
  const earlier = refusalsToTell.get(hash)
  refusalsToTell.set(hash, { day, count: earlier?.day === day ? earlier.count + 1 : 1 })
}

/** They were told. Those that came meanwhile stay. */
function forgetRefusals(hash: string, { day, count }: Refusals): void {
  const present = refusalsToTell.get(hash)
  if (present?.day === day) refusalsToTell.set(hash, { day, count: present.count - count })
}
