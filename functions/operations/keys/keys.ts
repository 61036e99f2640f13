import { randomBytes } from 'node:crypto'
import { getLimits } from '../../domain/companies/allowance'
import {
  type ApiKey,
  apiKeyBytes,
  formatApiKey,
  isUsable,
  type KeyPrefix,
  requireNewKey,
} from '../../domain/companies/api-key'
import type { KeyScope } from '../../domain/companies/caller'
import type { Plan } from '../../domain/companies/plan'
import type { TimeZone } from '../../domain/companies/time-zone'
import { Refusal } from '../../domain/errors'
import { type Page, type PageRequest, slicePage } from '../../domain/list'
import { type FoundKey, findKey, readApiKeys, toApiKey } from '../../store/companies/key-row'
import { hashSecret } from '../../store/companies/principals'
import type { Table } from '../../store/table/table'
import { makeUlid } from '../../store/time/ulids'
import type { Context } from '../context'

// What the routes and the command line do with API keys.

export type NewApiKey = {
  companyId: string
  userId: string
  /** Of who makes it, where that is a person. */
  userName?: string | null
  plan: Plan
  timeZone?: TimeZone
  name: string | null
  scopes: KeyScope[]
  /** Epoch milliseconds, or null for a key that does not expire. */
  expiresAt: number | null
  prefix: KeyPrefix
  /** 20 bytes. Random by default. The demo keys set them, since they are the same on every machine. */
  random?: Uint8Array
}

/** A key that is not stored yet. The secret is in this result and nowhere else. */
export function draftKey(table: Table, key: NewApiKey): FoundKey & { secret: string } {
  const now = table.now()
  const secret = formatApiKey(key.prefix, key.random ?? randomBytes(apiKeyBytes))
  const row = {
    id: `key_${makeUlid(now)}`,
    company_id: key.companyId,
    user_id: key.userId,
    user_name: key.userName ?? undefined,
    name: key.name ?? undefined,
    prefix: key.prefix,
    last4: secret.slice(-4),
    scopes: key.scopes,
    ...getLimits(key.plan),
    time_zone: key.timeZone ?? undefined,
    minute: 0,
    minute_count: 0,
    day: 0,
    day_count: 0,
    created_at: now,
    valid_until: key.expiresAt ?? undefined,
  }
  return { hash: hashSecret(secret), row, secret }
}

/** Including revoked ones, newest first. */
export async function listKeys({ table, caller }: Context, request: PageRequest): Promise<Page<ApiKey>> {
  return slicePage((await readApiKeys(table, caller.companyId)).reverse().map(toApiKey), request)
}

/** Refused with `invalid_request` where it would expire in the past, and with `limit_exceeded`. */
export async function requireRoom(table: Table, companyId: string, expiresAt: number | null): Promise<void> {
  const now = table.now()
  const usable = (await readApiKeys(table, companyId)).filter((row) => isUsable(row, now))
  requireNewKey(expiresAt, usable.length, now)
}

/** Refused with `key_not_found`. */
export async function requireKey(table: Table, companyId: string, id: string): Promise<FoundKey> {
  const key = await findKey(table, companyId, id)
  if (key === null) throw new Refusal('key_not_found', 'There is no such API key.')
  return key
}
