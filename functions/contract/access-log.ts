import * as z from 'zod'
import { accessActions, accessSubjectTypes } from '../domain/companies/access-log'
import { AuditEntry } from './audit'
import { anyId, instant, oneOf } from './fields'
import { listOf, pageQuery } from './page'

const { id, actor, changes, request_id, created_at } = AuditEntry.shape

export const AccessEntry = z.object({
  id,
  action: z.enum(accessActions),
  actor,
  subject: z.object({ type: z.enum(accessSubjectTypes), id: z.string(), name: z.string().nullable() }),
  changes,
  request_id,
  created_at,
})

export const ListAccessLog = z.strictObject({
  ...pageQuery,
  action: oneOf(accessActions).optional(),
  actor_id: anyId.optional(),
  since: instant.optional(),
  until: instant.optional(),
})
export const AccessList = listOf(AccessEntry)
