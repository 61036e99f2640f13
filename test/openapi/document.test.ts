import * as z from 'zod'
import { type Route, routes } from '../../functions/routes'
import { describeApi } from '../../openapi/document'
import { nameReference, resolveParameters } from '../../openapi/open-api'
import { makeExact } from '../../openapi/plain-schemas'
import { modules } from '../../openapi/schemas'
import { formatJson } from '../support/examples/format'

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
type Any = any
const published = describeApi()
const document = resolveParameters(published) as Any
const { schemas } = document.components
const operations = Object.values<Route>(routes)
  .filter(({ method }) => method !== 'ANY')
  .map((route) => ({ route, operation: document.paths[route.path][route.method.toLowerCase()] }))

function* walk(value: unknown): Generator<Any> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const part of Object.values(value)) yield* walk(part)
}

test('every reference leads somewhere, and every part of the document is used', () => {
  const references = new Set([...walk(published)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
  const parts = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named as object).map((name) => `#/components/${kind}/${name}`))
  expect([...references].sort()).toEqual(parts.sort())
})

test.each(operations)('$route.id has a tag, a description and an answer for each status', ({ route, operation }) => {
  expect(operation).toMatchObject({ operationId: route.id, summary: route.summary })
  const known = [...walk(document.tags)].map(({ name }) => name)
  expect(known).toEqual(expect.arrayContaining(operation.tags))
  expect(Object.keys(operation.responses)).toEqual(
    expect.arrayContaining([String(route.status), '400', '401', '403', '429', '500']),
  )
  for (const { description, schema } of operation.parameters ?? []) {
    expect(description).toMatch(/\.$/)
    expect(schema.type ?? schema.enum).toBeDefined()
  }
  // What it does, in two to four sentences besides its scope.
  const [description = ''] = operation.description.split(/ ?(?:Needs the|Any valid key)/)
  const sentences = description.replaceAll(/`[^`]*`/g, 'X').match(/[.](?= [A-Z]|$)/g) ?? []
  expect([2, 3, 4]).toContain(sentences.length)
})

const hasBoundedList = (schema: unknown) => [...walk(schema)].some((part) => typeof part.maxItems === 'number')

test('a body with too many rows is limit_exceeded: each route whose body has a list says so', () => {
  const having = Object.values<Route>(routes).filter(
    ({ body }) => body && hasBoundedList(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
  )
  expect(having.length).toBeGreaterThan(5)
  const silent = having.filter(({ refuses }) => !refuses?.includes('limit_exceeded'))
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('parameters have the types that clients know, with their bounds and defaults', () => {
  const read = (path: string) =>
    Object.fromEntries(document.paths[path].get.parameters.map(({ name, schema }: Any) => [name, schema]))
  expect(read('/items')).toMatchObject({
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    offset: { type: 'integer', minimum: 0, default: 0 },
    low_stock: { type: 'boolean' },
    sort: { type: 'string', default: 'created_at' },
  })
  expect(read('/audit').since).toEqual({ type: 'string', format: 'date-time' })
})

test('the description is short, and points at the guides', () => {
  const { description } = document.info
  expect(description.length).toBeLessThan(1_500)
  expect(description).toContain('/v1/docs#guides')
})

test('no filter has an example, which tools would send with the first call', () => {
  const given = operations.flatMap(({ operation }) => operation.parameters ?? [])
  expect(given.filter((each) => each.in === 'query' && 'example' in each)).toEqual([])
})

test('a dry run has a status and an answer of its own', () => {
  const schemaOf = (path: string, status: number) =>
    makeExact(document).paths[path].post.responses[status].content['application/json'].schema
  expect(schemaOf('/snapshots/{id}/restore', 201)).toEqual({ $ref: '#/components/schemas/Restore' })
  expect(schemaOf('/snapshots/{id}/restore', 200)).toEqual({ $ref: '#/components/schemas/RestoreCounts' })
  expect(schemaOf('/transactions', 200)).toEqual({ $ref: '#/components/schemas/CreatedTransactions' })
})

test('replies may get more fields, requests may not', () => {
  const { Item, CreateItem, CreateItems, ItemRow } = schemas
  expect(Item).not.toHaveProperty('additionalProperties')
  expect(CreateItem).toMatchObject({ additionalProperties: false, required: ['name', 'sku'] })
  expect(CreateItems.properties.items.items).toEqual({ $ref: '#/components/schemas/ItemRow' })
  const rows = ['CreateItem', 'UpdateItemRow', 'UpsertItemRow', 'DeleteItemRow'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }))
  expect(ItemRow).toMatchObject({ 'x-variants': rows })
})

test('generators can read every schema: one form and, but for null, one type; and words of answers are open', () => {
  const answers = new Set(['Problem', ...operations.flatMap(({ operation }) => listSuccesses(operation))])
  for (const [name, schema] of Object.entries(schemas))
    for (const { type, anyOf, oneOf, enum: words } of walk(dropVariants(schema))) {
      const types = [type ?? []].flat().filter((each) => each !== 'null')
      const variants = (anyOf ?? oneOf ?? []).filter((variant: Any) => variant.type !== 'null')
      expect([name, types.length > 1, variants.length > 1]).toEqual([name, false, false])
      if (answers.has(name)) expect([name, words]).toEqual([name, undefined])
    }
  for (const { operation } of operations) expect(new Set(listSuccesses(operation)).size).toBeLessThan(2)
})

test('a field of a request that a program does not set is not sent: it has a type, and a list may be null', () => {
  const bodies = ['UpdateItem', 'ItemRow', 'UpdateOrder', 'CreateTransactions', 'ReceiveOrder', 'RestoreSnapshot']
  for (const name of bodies) {
    const { properties, required = [] } = schemas[name]
    expect([name, Object.keys(properties).length > 2]).toEqual([name, true])
    for (const [field, schema] of Object.entries<Any>(properties)) {
      if (required.includes(field)) continue
      const types = [schema.type ?? schema.anyOf ?? schema.$ref ?? []].flat().map(String)
      expect([name, field, types.length > 0, types.join() === 'array']).toEqual([name, field, true, false])
    }
  }
})

/** The names of the schemas of its successes. */
function listSuccesses({ responses }: Any): string[] {
  const successes = Object.entries<Any>(responses).filter(([status]) => status.startsWith('2'))
  return successes.map(([, { content }]) => nameReference(content?.['application/json']?.schema ?? {}))
}

function dropVariants(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'x-variants' ? undefined : part)))
}

test('every description is in use', () => {
  const text = JSON.stringify(document)
  const unused = modules
    .flatMap(([, descriptions]) => Object.values(descriptions))
    .filter((description) => !text.includes(JSON.stringify(description).slice(0, -1)))
  expect(unused).toEqual([])
})

test('the document has at most 380 KB', () => {
  expect(Buffer.from(formatJson(published)).length).toBeLessThanOrEqual(380_000)
})
