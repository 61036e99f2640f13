import { findBreakingChanges } from '../../openapi/compatibility'
import { describeApi } from '../../openapi/document'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
type Any = any
const released = describeApi() as Any

/** What is found in the document after the change. */
function change(edit: (document: Any) => unknown): string[] {
  const document = structuredClone(released)
  edit(document)
  return findBreakingChanges(released, document)
}
const parameter = (document: Any, name: string) =>
  document.paths['/items'].get.parameters.find((each: Any) => each.name === name)
const schema = (document: Any, name: string) => document.components.schemas[name]

test('the document itself breaks nothing', () => {
  expect(findBreakingChanges(released, released)).toEqual([])
})

/** By what is found then. */
const breaking: Record<string, (document: Any) => unknown> = {
  'POST /items is gone': (now) => delete now.paths['/items'].post,
  'GET /items, query parameter limit is gone': (now) => now.paths['/items'].get.parameters.shift(),
  'GET /items, query parameter limit is required': (now) => Object.assign(parameter(now, 'limit'), { required: true }),
  'GET /items, query parameter limit: maximum 100 in place of 99': (now) =>
    Object.assign(parameter(now, 'limit').schema, { maximum: 99 }),
  'GET /items, query parameter sort: "created_at" is not among': (now) => parameter(now, 'sort').schema.enum.shift(),
  'POST /items, body.barcode is gone': (now) => delete schema(now, 'CreateItem').properties.barcode,
  'POST /items, body.location: is required': (now) => schema(now, 'CreateItem').required.push('location'),
  // In a list of a union.
  'PUT /orders/{id}, body.line_items[].sku: maxLength 100 in place of 10': (now) =>
    Object.assign(schema(now, 'CreateLineItem').properties.sku.anyOf[0], { maxLength: 10 }),
  'POST /items, body is gone': (now) => delete now.paths['/items'].post.requestBody,
  'POST /items, status 201 is gone': (now) => delete now.paths['/items'].post.responses[201],
  'GET /items, 200.data[].id: may be missing': (now) => schema(now, 'Item').required.shift(),
  'GET /items/{id}, 200.name: type "null" in place of "string"': (now) =>
    Object.assign(schema(now, 'Item').properties, { name: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  'GET /audit, 200.pagination.total: type "string" in place of "integer"': (now) =>
    Object.assign(schema(now, 'Pagination').properties.total, { type: 'string' }),
}
const seed = chooseSeed()

test.each(chooseCases(Object.entries(breaking), 5, seed))('what breaks clients is found: %s', (expected, edit) => {
  expect(change(edit)).toContainEqual(expect.stringContaining(expected))
})

const harmless: Record<string, (document: Any) => unknown> = {
  'a new operation': (now) => Object.assign(now.paths, { '/suppliers': { get: { responses: {} } } }),
  'a new optional parameter': (now) =>
    now.paths['/items'].get.parameters.push({ in: 'query', name: 'colour', schema: {} }),
  'a higher maximum': (now) => Object.assign(parameter(now, 'limit').schema, { maximum: 200 }),
  'a new field of a request': (now) => Object.assign(schema(now, 'CreateItem').properties, { colour: {} }),
  'a new field of a reply': (now) => Object.assign(schema(now, 'Item').properties, { colour: { type: 'string' } }),
  'a new word of a reply': (now) => schema(now, 'Transaction').properties.type['x-known-values'].push('transfer'),
  'a new description': (now) => Object.assign(schema(now, 'Item'), { description: 'Else.' }),
}

test.each(chooseCases(Object.entries(harmless), 3, seed))('%s breaks nothing', (_, edit) => {
  expect(change(edit)).toEqual([])
})
