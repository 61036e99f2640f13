import * as z from 'zod'
import { Problem, statusOf } from '../functions/contract/problem'
import { type Route, routes } from '../functions/routes'

const statusText: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Rate Limited',
  500: 'Server Error',
}

/** Makes the API's OpenAPI 3.1 reference from the routes and their schemas. */
export function describeApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of Object.values<Route>(routes)) {
    if (route.method === 'ANY') continue
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Inventory API', version: '1' },
    servers: [{ url: '/v1' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      schemas: { Problem: z.toJSONSchema(Problem) },
    },
  }
}

function describeOperation(route: Route): object {
  const parameters = [...describeParameters('path', route.params), ...describeParameters('query', route.query)]
  if (route.takesIfMatch)
    parameters.push({ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } })
  if (route.method !== 'GET')
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: idempotencyKey })
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.scope === null ? {} : { description: `Needs the '${route.scope}' scope.` }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: describeJson(z.toJSONSchema(route.body, { io: 'input' })),
          },
        }
      : {}),
    responses: { [String(route.status)]: describeSuccess(route), ...describeProblems() },
  }
}

const idempotencyKey = { type: 'string', minLength: 1, maxLength: 255, description: 'Makes a retry safe for 24 hours' }

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: unknown }

function describeParameters(place: 'path' | 'query', schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function describeSuccess({ status, reply }: Route): object {
  const description = status === 201 ? 'Created' : status === 204 ? 'No Content' : 'OK'
  return reply ? { description, content: describeJson(z.toJSONSchema(reply)) } : { description }
}

function describeProblems(): object {
  const statuses = [...new Set(Object.values(statusOf))]
  const content = describeJson({ $ref: '#/components/schemas/Problem' })
  return Object.fromEntries(statuses.map((status) => [status, { description: statusText[status], content }]))
}

function describeJson(schema: unknown): object {
  return { 'application/json': { schema } }
}
