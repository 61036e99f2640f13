import * as z from 'zod'
import { scopes } from '../../domain/companies/caller'
import { planNames } from '../../domain/companies/plan'

/** `minute` and `day`: its current windows, as numbers of minutes and days since 1970-01-01 UTC. */
const ApiKeyRow = z.object({
  id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  name: z.string().optional(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(scopes)),
  plan: z.enum(planNames),
  minute_limit: z.int(),
  day_limit: z.int().optional(),
  minute: z.int(),
  minute_count: z.int(),
  day: z.int(),
  day_count: z.int(),
  created_at: z.int(),
  last_used_at: z.int().optional(),
  valid_until: z.int().optional(),
  revoked_at: z.int().optional(),
  suspended_at: z.int().optional(),
})
export type ApiKeyRow = z.infer<typeof ApiKeyRow>

export function parseApiKeyRow(row: unknown): ApiKeyRow {
  return ApiKeyRow.parse(row)
}
