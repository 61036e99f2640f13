import * as z from 'zod'
import * as accessLog from '../../domain/companies/access-log'
import { type Author, actorTypes } from '../../domain/companies/caller'
import { computeAuditEnd, computeAuditStart } from '../../domain/companies/plan'
import { keys, toTtl, ttlAttribute } from '../table/schema'
import { ofPartition, queryPages, type Table } from '../table/table'
import { putNew, type Write } from '../table/transact'
import { makeUlid } from '../time/ulids'
import { listFieldChanges } from './audit-entry'
import { findEnds, type LogRange } from './log-reader'

const nullable = z.string().nullable()
const value = z.union([z.string(), z.number(), z.null()])

/** `actor_id` and `actor_name`: who has changed it, as the row of that key or person said then. */
export const AccessRow = z.object({
  id: z.string(),
  action: z.enum(accessLog.accessActions),
  actor_type: z.enum(actorTypes),
  actor_id: z.string(),
  actor_name: nullable,
  subject: z.object({ type: z.enum(accessLog.accessSubjectTypes), id: z.string(), name: nullable }),
  changes: z.record(z.string(), z.tuple([value, value])),
  request_id: z.string(),
  created_at: z.string(),
})
export type AccessRow = z.infer<typeof AccessRow>

/** Belongs in the database transaction of the change. The row stays as long as any plan shows it. */
export function makeAccessWrite(
  table: Table,
  { companyId, actor, requestId }: Author,
  { action, subject, changes = {} }: accessLog.AccessChange,
): Write {
  const now = table.now()
  const id = makeUlid(now)
  const row: AccessRow = {
    id: `acc_${id}`,
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    subject,
    changes,
    request_id: requestId,
    created_at: new Date(now).toISOString(),
  }
  return { action: putNew({ ...keys.access(companyId, id), ...row, [ttlAttribute]: toTtl(computeAuditEnd(now)) }) }
}

/** Strongly consistent, by default newest first. */
export async function* readAccessPages(
  table: Table,
  range: LogRange,
  { oldestFirst = false } = {},
): AsyncGenerator<AccessRow[]> {
  const begin = computeAuditStart('enterprise', table.now()) - 1 // what is older has expired
  const { from, to } = findEnds({ ...range, since: Math.max(range.since ?? begin, begin) })
  if (to < from) return // DynamoDB refuses it
  const { pk } = keys.access(range.companyId, '')
  const query = ofPartition(pk, 'sk BETWEEN :from AND :to', { ':from': from, ':to': to })
  for await (const page of queryPages(table, { ...query, ScanIndexForward: oldestFirst }))
    yield page.map((row) => AccessRow.parse(row))
}

/** How often `action` was since that moment, in epoch milliseconds. One query. */
export async function countAccess(
  table: Table,
  companyId: string,
  { action, since }: { action: accessLog.AccessAction; since: number },
): Promise<number> {
  let count = 0
  for await (const page of readAccessPages(table, { companyId, since: since - 1 }))
    count += page.filter((row) => row.action === action).length
  return count
}

/** As the API shows it. */
export function toAccessEntry({ actor_type, actor_id, actor_name, changes, ...entry }: AccessRow) {
  const actor = { type: actor_type, id: actor_id, name: actor_name }
  return { ...entry, actor, changes: listFieldChanges({ changes }) }
}
export type AccessEntry = ReturnType<typeof toAccessEntry>
