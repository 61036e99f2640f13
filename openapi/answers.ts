import type * as z from 'zod'
import { Item } from '../functions/contract/item'
import { Order } from '../functions/contract/order'
import { ReceivedOrder } from '../functions/contract/receipt'
import { Restore, RestoreResult } from '../functions/contract/restore'
import { RestoreCounts } from '../functions/contract/snapshot'
import type { Route } from '../functions/routes'
import { type Answer, describeJson } from './answer'
import { examples } from './examples'
import { referHeaders } from './headers'
import { listRefusals } from './refusals'
import { refer } from './schemas'

/** Replies that come with the revision of the object. */
const withRevision = new Set<z.ZodType>([Item, Order, ReceivedOrder])

/** The answers of an operation, by status. */
export function describeAnswers(route: Route): { [status: string]: Answer | { $ref: string } } {
  const refused = listRefusals(route).map(({ status, name, describe }) => [
    status,
    name === null ? describe() : { $ref: `#/components/responses/${name}` },
  ])
  return { ...describeSuccesses(route), ...Object.fromEntries(refused) }
}

function describeSuccesses(route: Route): { [status: string]: Answer } {
  const { id, status, reply, dryRunReply } = route
  const success = (description: string, schema: typeof reply, example: unknown, more: string[] = []): Answer => ({
    description,
    headers: referHeaders([...more, ...listHeaders(route)]),
    ...(schema ? { content: describeBody(route, schema, example) } : {}),
  })
  const description = status === 201 ? 'Created.' : status === 204 ? 'Done. There is no body.' : 'Done.'
  const made = success(description, reply, examples.operations[id]?.reply, status === 201 ? ['Location'] : [])
  if (!dryRunReply) return { [String(status)]: made }
  const dry = 'With `dry_run`: what would happen. Nothing is changed.'
  return { 200: success(dry, dryRunReply, examples.dryRuns[id]?.reply), [String(status)]: made }
}

function describeBody({ reply, dryRunReply }: Route, schema: z.ZodType, example: unknown): object {
  const differs = reply === Restore && dryRunReply === RestoreCounts
  return differs ? describeJson(refer(RestoreResult), example, refer(schema)) : describeJson(refer(schema), example)
}

/** Those that a success has and a refusal has not. */
function listHeaders({ id, method, reply }: Route): string[] {
  return [
    ...(reply && withRevision.has(reply) ? ['ETag'] : []),
    ...(method === 'GET' ? [] : ['Idempotent-Replayed']),
    ...(id === 'update-item' ? ['Warning'] : []),
  ]
}
