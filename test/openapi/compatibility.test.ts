import { findBreakingChanges } from '../../openapi/compatibility'
import { describeApi } from '../../openapi/document'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
type Any = any
const released = describeApi() as Any

/** What is found in the document after the change. */
function change(edit: (document: Any) => void): string[] {
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

const breaking: [string, (document: Any) => void, string][] = [
  ['an operation that is gone', (now) => delete now.paths['/items'].post, 'POST /items is gone'],
  [
    'a parameter that is gone',
    (now) => now.paths['/items'].get.parameters.shift(),
    'GET /items, query parameter limit is gone',
  ],
  [
    'a parameter that is required now',
    (now) => Object.assign(parameter(now, 'limit'), { required: true }),
    'GET /items, query parameter limit is required',
  ],
  [
    'a lower maximum',
    (now) => Object.assign(parameter(now, 'limit').schema, { maximum: 99 }),
    'GET /items, query parameter limit: maximum 100 in place of 99',
  ],
  [
    'a sort that is gone',
    (now) => parameter(now, 'sort').schema.enum.shift(),
    'GET /items, query parameter sort: "created_at" is not among',
  ],
  [
    'a field of a request that is gone',
    (now) => delete schema(now, 'CreateItem').properties.barcode,
    'POST /items, body.barcode is gone',
  ],
  [
    'a field of a request that is required now',
    (now) => schema(now, 'CreateItem').required.push('location'),
    'POST /items, body.location: is required',
  ],
  [
    'a shorter text in a list of a union',
    (now) => Object.assign(schema(now, 'CreateLineItem').properties.sku.anyOf[0], { maxLength: 10 }),
    'PUT /orders/{id}, body.line_items[].sku: maxLength 100 in place of 10',
  ],
  ['a body that is gone', (now) => delete now.paths['/items'].post.requestBody, 'POST /items, body is gone'],
  [
    'a success that is gone',
    (now) => delete now.paths['/items'].post.responses[201],
    'POST /items, status 201 is gone',
  ],
  [
    'a field of a reply that may be missing',
    (now) => schema(now, 'Item').required.shift(),
    'GET /items, 200.data[].id: may be missing',
  ],
  [
    'a field of a reply that may be null',
    (now) => Object.assign(schema(now, 'Item').properties, { name: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    'GET /items/{id}, 200.name: type "null" in place of "string"',
  ],
  [
    'a field of a reply with another type',
    (now) => Object.assign(schema(now, 'Pagination').properties.total, { type: 'string' }),
    'GET /audit, 200.pagination.total: type "string" in place of "integer"',
  ],
]
const seed = chooseSeed()

test.each(chooseCases(breaking, 5, seed))('%s breaks clients', (_, edit, expected) => {
  expect(change(edit)).toContainEqual(expect.stringContaining(expected))
})

const harmless: [string, (document: Any) => void][] = [
  ['a new operation', (now) => Object.assign(now.paths, { '/suppliers': { get: { responses: {} } } })],
  [
    'a new optional parameter',
    (now) => now.paths['/items'].get.parameters.push({ in: 'query', name: 'colour', schema: {} }),
  ],
  ['a higher maximum', (now) => Object.assign(parameter(now, 'limit').schema, { maximum: 200 })],
  ['a new field of a request', (now) => Object.assign(schema(now, 'CreateItem').properties, { colour: {} })],
  ['a new field of a reply', (now) => Object.assign(schema(now, 'Item').properties, { colour: { type: 'string' } })],
  ['a new word of a reply', (now) => schema(now, 'Transaction').properties.type['x-known-values'].push('transfer')],
  ['a new description', (now) => Object.assign(schema(now, 'Item'), { description: 'Else.' })],
]

test.each(chooseCases(harmless, 3, seed))('%s breaks nothing', (_, edit) => {
  expect(change(edit)).toEqual([])
})
