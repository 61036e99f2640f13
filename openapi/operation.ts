import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { Item } from '../functions/contract/item'
import { Order } from '../functions/contract/order'
import { ReceivedOrder } from '../functions/contract/receipt'
import { Restore, RestoreResult } from '../functions/contract/restore'
import { RestoreCounts } from '../functions/contract/snapshot'
import { listNeededScopes } from '../functions/domain/companies/caller'
import { type Route, routes } from '../functions/routes'
import { type Answer, describeJson, referHeaders } from './answer'
import { operationDescriptions, parameterDescriptions } from './descriptions/operations'
import { examples, findId } from './examples'
import type { Parameter as DocumentParameter } from './open-api'
import { listRefusals } from './refusals'
import { describeFields, fail, type JsonSchema, refer } from './schemas'
import { findTag } from './tags'

type Parameter = Omit<DocumentParameter, 'schema'> & { schema: JsonSchema }

export function describeOperation(route: Route): object {
  const parameters = [...describeParameters(route, 'path'), ...describeParameters(route, 'query')]
  if (route.takesIfMatch) parameters.push(ifMatch)
  if (route.method !== 'GET') parameters.push(idempotencyKey)
  return {
    operationId: route.id,
    tags: [findTag(route)],
    summary: route.summary,
    description: `${describeWork(route)} ${describeNeeds(route)}`,
    ...(parameters.length > 0 ? { parameters: parameters.map(referParameter) } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: describeJson(refer(route.body), examples.operations[route.id]?.body),
          },
        }
      : {}),
    responses: describeAnswers(route),
  }
}

function describeWork({ id }: Route): string {
  const descriptions: { [id: string]: string } = operationDescriptions
  return descriptions[id] ?? fail(`the operation ${id}`)
}

function describeNeeds({ scope, takesIfMatch }: Route): string {
  const scopes = listNeededScopes(scope).map((each) => `\`${each}\``)
  const needs = scope === null ? 'Any valid key will do.' : `Needs the ${scopes.join(' and the ')} scope.`
  return takesIfMatch ? `${needs} With \`If-Match\`, only the revision that you have seen is changed.` : needs
}

function referParameter(parameter: Parameter): Parameter | { $ref: string } {
  const [name] = Object.entries(commonParameters).find(([, common]) => isDeepStrictEqual(common, parameter)) ?? []
  return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
}

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the object as you have seen it. A later revision is refused with `version_conflict`.',
  schema: { type: 'string', pattern: '^("[1-9][0-9]{0,14}"|\\*)$' },
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a retry safe for 24 hours: the same request has one effect, and the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

function describeParameters(route: Route, place: 'path' | 'query'): Parameter[] {
  const described = place === 'path' ? route.params : route.query
  if (!described) return []
  const descriptions: { [name: string]: string } = parameterDescriptions
  return describeFields(described).map(({ name, required, schema }) => {
    const description = descriptions[name] ?? fail(`the parameter ${name}`)
    // Filters have no example: tools would send it with the first call.
    const example = place === 'path' ? { example: findId(route.id, route.path, name) } : {}
    return { name, in: place, ...(required ? { required } : {}), description, schema, ...example }
  })
}

/** Replies that come with the revision of the object. */
const withRevision = new Set<z.ZodType>([Item, Order, ReceivedOrder])

/** The answers of an operation, by status. */
function describeAnswers(route: Route): { [status: string]: Answer | { $ref: string } } {
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

/** Those that stand at many operations, and are the same at each. */
export const commonParameters: { [name: string]: Parameter } = Object.fromEntries([
  ...(['list-transactions', 'list-items'] as const)
    .flatMap((id) => describeParameters(routes[id], 'query'))
    .concat(ifMatch, idempotencyKey)
    .map((each) => [each.name, each]),
  ...(['get-item', 'get-order', 'get-snapshot', 'get-webhook', 'update-person'] as const).flatMap((id) =>
    describeParameters(routes[id], 'path').map((each) => [id.replace(/^.*-/, ''), each]),
  ),
])
