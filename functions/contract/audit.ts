import * as z from 'zod'
import { actorTypes } from '../domain/companies/caller'
import { auditActions, resourceTypes } from '../domain/log/audit'
import { anyId, instant, oneOf, timestamp } from './fields'
import { listOf, pageQuery } from './page'

const nullable = z.string().nullable()
const value = z.union([z.string(), z.number(), z.null()])

export const AuditEntry = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  resource_type: z.enum(resourceTypes),
  resource_id: z.string(),
  item_id: nullable,
  sku: nullable,
  user_id: z.string(),
  actor: z.object({ type: z.enum(actorTypes), id: z.string(), name: nullable }),
  changes: z.array(z.object({ field: z.string(), from: value, to: value })),
  transaction_id: nullable,
  order_id: nullable,
  receipt_id: nullable,
  snapshot_id: nullable,
  request_id: z.string(),
  created_at: timestamp,
})

export const ListAudit = z.strictObject({
  ...pageQuery,
  action: oneOf(auditActions).optional(),
  item_id: anyId.optional(),
  user_id: anyId.optional(),
  since: instant.optional(),
  until: instant.optional(),
  resource_type: oneOf(resourceTypes).optional(),
  resource_id: anyId.optional(),
})
export const AuditList = listOf(AuditEntry)
