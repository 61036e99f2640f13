import type { Route } from '../functions/routes'
import { describeJson } from './answer'
import { describeAnswers } from './answers'
import { parameterDescriptions } from './descriptions/parameters'
import { examples, findParameter } from './examples'
import { describeFields, type JsonSchema, refer } from './schemas'
import { findTag } from './tags'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}

export function describeOperation(route: Route): object {
  const parameters = [...describeParameters(route, 'path'), ...describeParameters(route, 'query')]
  if (route.takesIfMatch) parameters.push(ifMatch)
  if (route.method !== 'GET') parameters.push(idempotencyKey)
  return {
    operationId: route.id,
    tags: [findTag(route)],
    summary: route.summary,
    description: describeNeeds(route),
    ...(parameters.length > 0 ? { parameters } : {}),
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

function describeNeeds({ scope, takesIfMatch }: Route): string {
  const needs = scope === null ? 'Any valid key will do.' : `Needs the \`${scope}\` scope.`
  return takesIfMatch ? `${needs} With \`If-Match\`, only the revision that you have seen is changed.` : needs
}

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the object as you have seen it. A later revision is refused with `version_conflict`.',
  schema: { type: 'string', pattern: '^("[1-9][0-9]{0,14}"|\\*)$' },
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe for 24 hours: the same key with the same request has one effect, and the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

function describeParameters(route: Route, place: 'path' | 'query'): Parameter[] {
  const described = place === 'path' ? route.params : route.query
  if (!described) return []
  const descriptions: { [name: string]: string } = parameterDescriptions
  return describeFields(described).map(({ name, required, schema }) => {
    const description = descriptions[name]
    if (description === undefined) throw new Error(`the parameter ${name} has no description`)
    // A page that sends calls would fill in the examples of a query: it would list little.
    const text = place === 'path' ? findParameter(route.id, place, name) : undefined
    const example = text === undefined ? {} : { example: text }
    return { name, in: place, required, description, schema, ...example }
  })
}
