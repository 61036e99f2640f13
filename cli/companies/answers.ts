import type { Company } from '../../functions/store/companies/companies'
import type { ApiKeyRow } from '../../functions/store/companies/principal-row'

// How the commands print companies and keys.

export function toCompanyAnswer({ id, name, plan, user_id, suspended_at }: Company) {
  return { id, name, plan, user_id, suspended_at: formatTime(suspended_at) }
}

/** Without the hash. The secret is not stored. */
export function toKeyAnswer(row: ApiKeyRow) {
  const { id, name = null, prefix, last4, user_id, created_at, last_used_at, valid_until, revoked_at } = row
  return {
    id,
    name,
    prefix,
    last4,
    scopes: row.scopes,
    user_id,
    created_at: formatTime(created_at),
    last_used_at: formatTime(last_used_at),
    expires_at: formatTime(valid_until),
    revoked_at: formatTime(revoked_at),
  }
}

function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
