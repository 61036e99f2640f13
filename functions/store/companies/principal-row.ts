import * as z from 'zod'
import { keyScopes, type Scope } from '../../domain/companies/caller'
import { alertChoices, roles, scopesOfRole } from '../../domain/companies/person'
import { planNames } from '../../domain/companies/plan'

/**
 * What both have. `user_id`: for whom it acts; a person for itself. `minute` and `day`: its current windows, as numbers
 * of minutes and days since 1970-01-01 UTC.
 */
const common = {
  id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  plan: z.enum(planNames),
  time_zone: z.string().optional(),
  minute_limit: z.int(),
  day_limit: z.int().optional(),
  minute: z.int(),
  minute_count: z.int(),
  day: z.int(),
  day_count: z.int(),
  /** Requests of the day that the meter refused, as far as they were told. */
  day_refused: z.int().optional(),
  /** Which call was counted last. */
  counted_by: z.string().optional(),
  created_at: z.int(),
  last_used_at: z.int().optional(),
  valid_until: z.int().optional(),
  revoked_at: z.int().optional(),
  suspended_at: z.int().optional(),
}

/** `user_name`: of the person who has made it. Keys of commands, and of earlier versions, have none. */
const ApiKeyRow = z.object({
  ...common,
  user_name: z.string().optional(),
  name: z.string().optional(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(keyScopes)),
})
export type ApiKeyRow = z.infer<typeof ApiKeyRow>

/**
 * `subject`: as the provider names who has accepted. `inviter`: the name of who has invited, if it was a person.
 * `request`: the idempotency key of the invitation.
 * `valid_until`: until when an invitation can be accepted. `accepted_at`: when it was. `alerted_until`: the place in
 * the log up to which the person was told by mail. `alerting_at`, `alerting_by`: when which run began the next mail.
 * `signed_out_at`: when the sessions of before were ended.
 */
const PersonRow = z.object({
  ...common,
  email: z.string(),
  subject: z.string().optional(),
  inviter: z.string().optional(),
  request: z.string().optional(),
  name: z.string(),
  role: z.enum(roles),
  accepted_at: z.int().optional(),
  alerts: z.enum(alertChoices),
  alerted_until: z.string().optional(),
  alerting_at: z.int().optional(),
  alerting_by: z.string().optional(),
  signed_out_at: z.int().optional(),
})
export type PersonRow = z.infer<typeof PersonRow>

/** What may call the API: a key, by the hash of its secret, or a person, by that of the token's issuer and subject. */
export type PrincipalRow = ApiKeyRow | PersonRow

export function parsePrincipalRow(row: unknown): PrincipalRow {
  return isOfPerson(row) ? PersonRow.parse(row) : ApiKeyRow.parse(row)
}

export function isPerson(row: PrincipalRow): row is PersonRow {
  return isOfPerson(row)
}

export function getScopes(row: PrincipalRow): readonly Scope[] {
  return isPerson(row) ? scopesOfRole[row.role] : row.scopes
}

function isOfPerson(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'role' in row
}

/** As the API shows a time of the row. Null where the row has none. */
export function formatTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
