import type { ApiKey } from '../../../../client'
import { texts } from './texts'

/** How people know a key: by its name, or by what is seen of its secret. */
export function nameKey({ name, prefix, last4 }: Pick<ApiKey, 'name' | 'prefix' | 'last4'>): string {
  return name ?? `${prefix}…${last4} ${texts.unnamed}`
}

/** Whether it works, and since or until when it does. */
export function describeKey({ revoked_at, expires_at }: ApiKey): {
  status: string
  time: string | null
  works: boolean
} {
  if (revoked_at !== null) return { status: texts.revoked, time: revoked_at, works: false }
  if (expires_at === null) return { status: texts.active, time: null, works: true }
  const works = Date.parse(expires_at) > Date.now()
  return { status: works ? texts.active : texts.expired, time: expires_at, works }
}
