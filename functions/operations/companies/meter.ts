import {
  type Allowance,
  chooseLaterWindows,
  computeAllowance,
  computeWindows,
  moveUsage,
} from '../../domain/companies/allowance'
import { isUsable } from '../../domain/companies/api-key'
import type { Table } from '../../store/client'
import type { PrincipalRow } from '../../store/companies/principal-row'
import { countRequest } from '../../store/companies/principal-usage'
import { observe } from '../../store/metrics'

export type Admission =
  | { outcome: 'admitted'; principal: PrincipalRow; allowance: Allowance }
  | { outcome: 'limited'; allowance: Allowance; retryAfterSeconds: number }
  | { outcome: 'suspended'; allowance: Allowance }
  | { outcome: 'unknown' }

export async function admitRequest(table: Table, hash: string): Promise<Admission> {
  const admission = await tryToCount(table, hash)
  if (admission.outcome !== 'admitted') observe('RefusedRequests')
  return admission
}

/** One conditional update admits exactly as many concurrent requests as the limit allows. A second opens a window. */
async function tryToCount(table: Table, hash: string): Promise<Admission> {
  const now = table.now()
  let to = computeWindows(now)
  let from = to
  for (;;) {
    const { counted, principal } = await countRequest(table, hash, now, { from, to })
    if (counted) return { outcome: 'admitted', principal, allowance: computeAllowance(principal) }
    if (principal === null || !isUsable(principal, now)) return { outcome: 'unknown' }
    to = chooseLaterWindows(to, principal)
    const allowance = computeAllowance(moveUsage(principal, to))
    if (principal.suspended_at !== undefined) return { outcome: 'suspended', allowance }
    if (allowance.remaining === 0) return limitRequest(allowance, now)
    from = { minute: principal.minute, day: principal.day }
  }
}

function limitRequest(allowance: Allowance, now: number): Admission {
  const retryAfterSeconds = Math.max(1, Math.ceil(allowance.resetSeconds - now / 1_000))
  return { outcome: 'limited', allowance, retryAfterSeconds }
}
