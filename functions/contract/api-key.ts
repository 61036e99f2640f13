import * as z from 'zod'
import { type ApiKey as DomainKey, readOnlyKeyFields } from '../domain/companies/api-key'
import { keyScopes, usualScopes } from '../domain/companies/caller'
import { id, instant, makeReadOnly, oneOf, optionalText, text, timestamp, usualList } from './fields'
import { listOf, pageQuery } from './page'

export const KeyParams = z.strictObject({ id: id('key') })

const fields = {
  id: z.string(),
  name: z.string().nullable(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  user_id: z.string(),
  user_name: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
} satisfies Record<keyof DomainKey, z.ZodType>

export const ApiKey = z.object(fields)
/** The only answer that has the secret. */
export const ApiKeyWithSecret = z.object({ ...fields, key: z.string(), active_in: z.int() })

const scopes = z
  .array(oneOf(keyScopes), { error: 'must be a list' })
  .min(1, { error: 'must not be empty' })
  .max(keyScopes.length, { error: `must have at most ${keyScopes.length} rows` })
  .transform((words) => [...new Set(words)])

/** That it ends in the future is for the operation to check. */
export const CreateApiKey = z.strictObject({
  name: optionalText(100),
  scopes: usualList(scopes, [...usualScopes]),
  expires_at: instant.nullable().default(null),
})

export const UpdateApiKey = z.strictObject({
  name: text(100).nullable().optional(),
  ...makeReadOnly(readOnlyKeyFields),
})

export const ListApiKeys = z.strictObject(pageQuery)
export const ApiKeyList = listOf(ApiKey)
