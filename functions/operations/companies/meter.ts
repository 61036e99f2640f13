import { type Allowance, allowanceOf, laterWindows, usageIn, windowsAt } from '../../domain/companies/allowance'
import { isUsable } from '../../domain/companies/api-key'
import type { Table } from '../../store/client'
import type { ApiKeyRow } from '../../store/companies/api-key-row'
import { countRequest } from '../../store/companies/key-usage'

export type Admission =
  | { outcome: 'admitted'; key: ApiKeyRow; allowance: Allowance }
  | { outcome: 'limited'; allowance: Allowance; retryAfterSeconds: number }
  | { outcome: 'unknown' }

/**
 * Spends one request of the key whose secret hashes to `hash`, exactly: one conditional update, so that of any number of callers
 * as many get in as the limit says. A second update opens a new minute or day.
 */
export async function spendRequest(table: Table, hash: string): Promise<Admission> {
  const now = table.now()
  let to = windowsAt(now)
  let from = to
  for (;;) {
    const { counted, key } = await countRequest(table, hash, now, { from, to })
    if (counted) return { outcome: 'admitted', key, allowance: allowanceOf(key) }
    if (key === null || !isUsable(key, now)) return { outcome: 'unknown' }
    to = laterWindows(to, key)
    const left = allowanceOf(usageIn(key, to))
    if (left.remaining === 0) return limited(left, now)
    from = { minute: key.minute, day: key.day }
  }
}

function limited(allowance: Allowance, now: number): Admission {
  const retryAfterSeconds = Math.max(1, Math.ceil(allowance.resetSeconds - now / 1_000))
  return { outcome: 'limited', allowance, retryAfterSeconds }
}
