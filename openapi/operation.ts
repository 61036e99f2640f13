import type { Route } from '../functions/routes'
import { describeAnswers } from './answers'
import { describeFields, type JsonSchema, refer } from './schemas'
import { findTag } from './tags'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
}

export function describeOperation(route: Route): object {
  const parameters = [...describeParameters('path', route.params), ...describeParameters('query', route.query)]
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
            content: { 'application/json': { schema: refer(route.body) } },
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

/** By name: a parameter means the same wherever it stands. */
const descriptions: Record<string, string> = {
  id: 'The id of the object in the path.',
  limit: 'How many rows a page has at most.',
  offset: 'How many rows are before the page.',
  sort: 'The field by which rows are sorted; with `-` in front, in descending order. Null comes last.',
  search: 'Rows that contain the text, in small or capital letters.',
  location: 'Rows with exactly this location.',
  sku: 'The item with exactly this SKU.',
  barcode: 'Items with exactly this barcode.',
  low_stock: 'With `true`, items whose quantity is below their reorder point. With `false`, all.',
  item_id: 'What belongs to this item.',
  order_id: 'What belongs to this purchase order.',
  user_id: 'What this user has done.',
  type: 'Rows of this type.',
  action: 'Entries of this action.',
  status: 'Rows in this state.',
  supplier: 'Orders from the supplier with exactly this name.',
  overdue: 'With `true`, orders that are expected before today (UTC) and are not received. With `false`, all.',
  since: 'What happened after this time.',
  until: 'What happened up to this time.',
  resource_type: 'Entries of this kind of object.',
  resource_id: 'Entries of this object.',
}

function describeParameters(place: 'path' | 'query', schema: Route['params']): Parameter[] {
  if (!schema) return []
  return describeFields(schema).map(({ name, required, schema }) => {
    const description = descriptions[name]
    if (description === undefined) throw new Error(`the parameter ${name} has no description`)
    return { name, in: place, required, description, schema }
  })
}
