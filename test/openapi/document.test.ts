import * as z from 'zod'
import { type Route, routes } from '../../functions/routes'
import { allDescriptions } from '../../openapi/describe'
import { describeApi } from '../../openapi/document'
import { formatJson } from '../../openapi/format'
import { makeExact } from '../../openapi/plain-schemas'

type Json = { [key: string]: Json } & { $ref?: string }
const document = describeApi() as Json
const operations = Object.values<Route>(routes)
  .filter(({ method }) => method !== 'ANY')
  .map((route) => ({ route, operation: document.paths?.[route.path]?.[route.method.toLowerCase()] as Json }))

function* walk(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  yield value as Json
  for (const part of Object.values(value)) yield* walk(part)
}

test('every reference leads somewhere, and every part of the document is used', () => {
  const references = new Set([...walk(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])))
  const parts = Object.entries(document.components ?? {})
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
  expect([...references].sort()).toEqual(parts.sort())
})

test.each(operations)('$route.id has a tag, a description and an answer for each status', ({ route, operation }) => {
  expect(operation).toMatchObject({ operationId: route.id, summary: route.summary })
  const known = [...walk(document.tags)].map(({ name }) => name)
  for (const tag of Object.values(operation.tags ?? {})) expect(known).toContain(tag)
  expect(Object.keys(operation.responses ?? {})).toEqual(
    expect.arrayContaining([String(route.status), '400', '401', '403', '429', '500']),
  )
  for (const { description, schema } of Object.values(operation.parameters ?? {}) as Json[]) {
    expect(description).toMatch(/\.$/)
    expect(schema?.type ?? schema?.enum).toBeDefined()
  }
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
  const parameters = Object.values(document.paths?.['/items']?.get?.parameters ?? {}) as Json[]
  const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  expect(schemas).toMatchObject({
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    offset: { type: 'integer', minimum: 0, default: 0 },
    low_stock: { type: 'boolean' },
    sort: { type: 'string', default: 'created_at' },
  })
  const [since] = (Object.values(document.paths?.['/audit']?.get?.parameters ?? {}) as Json[]).filter(
    ({ name }) => String(name) === 'since',
  )
  expect(since?.schema).toEqual({ type: 'string', format: 'date-time' })
})

test('the description is short, and points at the guides', () => {
  const { description } = document.info as unknown as { description: string }
  expect(description.length).toBeLessThan(1_500)
  expect(description).toContain('/v1/docs#guides')
})

test.each(operations)('$route.id says what it does, in two to four sentences besides its scope', ({ operation }) => {
  const [description = ''] = String(operation.description).split(/ ?(?:Needs the|Any valid key)/)
  const sentences = description.replaceAll(/`[^`]*`/g, 'X').match(/[.](?= [A-Z]|$)/g) ?? []
  expect([2, 3, 4]).toContain(sentences.length)
})

test('no filter has an example, which tools would send with the first call', () => {
  const given = operations.flatMap(({ operation }) => Object.values(operation.parameters ?? {}) as Json[])
  expect(given.filter((each) => String(each.in) === 'query' && 'example' in each)).toEqual([])
})

test('a dry run has a status and an answer of its own', () => {
  const schemaOf = (path: string, status: number) =>
    makeExact(document).paths?.[path]?.post?.responses?.[status]?.content?.['application/json']?.schema
  expect(schemaOf('/snapshots/{id}/restore', 201)).toEqual({ $ref: '#/components/schemas/Restore' })
  expect(schemaOf('/snapshots/{id}/restore', 200)).toEqual({ $ref: '#/components/schemas/RestoreCounts' })
  expect(schemaOf('/transactions', 200)).toEqual({ $ref: '#/components/schemas/CreatedTransactions' })
})

test('replies may get more fields, requests may not', () => {
  const { Item, CreateItem, CreateItems, ItemRow } = document.components?.schemas ?? {}
  expect(Item).not.toHaveProperty('additionalProperties')
  expect(CreateItem).toMatchObject({ additionalProperties: false, required: ['name', 'sku'] })
  expect(CreateItems?.properties?.items?.items).toEqual({ $ref: '#/components/schemas/ItemRow' })
  expect(ItemRow).toMatchObject({
    'x-variants': ['CreateItem', 'UpdateItemRow', 'UpsertItemRow'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  })
})

test('generators can read every schema: one form and, but for null, one type; and words of answers are open', () => {
  const answers = new Set(['Problem', ...operations.flatMap(({ operation }) => listSuccesses(operation))])
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    for (const { type, anyOf, oneOf, enum: words } of walk(dropVariants(schema))) {
      const types = [type ?? []].flat().filter((each) => String(each) !== 'null')
      const variants = (Object.values(anyOf ?? oneOf ?? {}) as Json[]).filter(
        (variant) => String(variant.type) !== 'null',
      )
      expect([name, types.length, variants.length]).toEqual([
        name,
        Math.min(types.length, 1),
        Math.min(variants.length, 1),
      ])
      if (answers.has(name)) expect([name, words]).toEqual([name, undefined])
    }
  for (const { operation } of operations) expect(new Set(listSuccesses(operation)).size).toBeLessThan(2)
})

test('a field of a request that a program does not set is not sent: it has a type, and a list may be null', () => {
  const bodies = ['UpdateItem', 'ItemRow', 'UpdateOrder', 'CreateTransactions', 'ReceiveOrder', 'RestoreSnapshot']
  for (const name of bodies) {
    const { properties = {}, required } = document.components?.schemas?.[name] ?? {}
    expect([name, Object.keys(properties).length > 2]).toEqual([name, true])
    for (const [field, schema] of Object.entries(properties) as [string, Json][]) {
      if (Object.values(required ?? {}).includes(field as never)) continue
      const types = [schema.type ?? schema.anyOf ?? schema.$ref ?? []].flat().map(String)
      expect([name, field, types.length > 0, types.includes('array') && types.length === 1]).toEqual([
        name,
        field,
        true,
        false,
      ])
    }
  }
})

/** The names of the schemas of its successes. */
function listSuccesses({ responses = {} }: Json): string[] {
  const successes = (Object.entries(responses) as [string, Json][]).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([, { content }]) =>
    String(content?.['application/json']?.schema?.$ref ?? '')
      .split('/')
      .slice(-1),
  )
}

function dropVariants(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'x-variants' ? undefined : part)))
}

test('every description is in use', () => {
  const text = JSON.stringify(document)
  const unused = Object.values(allDescriptions)
    .flatMap((descriptions) => Object.values(descriptions))
    .filter((description) => !text.includes(JSON.stringify(description).slice(0, -1)))
  expect(unused).toEqual([])
})

test('the document has at most 380 KB', () => {
  expect(Buffer.from(formatJson(document)).length).toBeLessThanOrEqual(380_000)
})
