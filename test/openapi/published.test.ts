import { readFileSync } from 'node:fs'
import { describeApi } from '../../openapi/document'
import { type Examples, examples, examplesFile } from '../../openapi/examples'
import { resolveParameters } from '../../openapi/open-api'
import { formatJson } from '../support/examples/format'
import { publishedFile, releasedFile } from '../support/examples/published'
import { normalizeExamples, recordExamples } from '../support/examples/record'
import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { readTestStack } from '../support/stack'
import { findBreakingChanges } from './compatibility'

const read = (file: string) => readFileSync(file, 'utf8')

test('the document is the one that the routes describe: else run npm run openapi', () => {
  expect(`${formatJson(describeApi())}\n` === read(publishedFile)).toBe(true)
})

rehearse('the examples are what the service answers: else run npm run openapi', async () => {
  const recorded = await recordExamples(readTestStack())
  expect(normalizeExamples(recorded)).toEqual(normalizeExamples(JSON.parse(read(examplesFile)) as Examples))
})

test('examples without their ids keep which ids are equal', () => {
  const id = (end: string) => `itm_${end.padStart(26, '0')}`
  const withIds = (...ids: string[]) => ({ operations: {}, dryRuns: {}, problems: { ids } })
  expect(normalizeExamples(withIds(id('A'), id('B'), id('A')))).toEqual(
    normalizeExamples(withIds(id('C'), id('D'), id('C'))),
  )
  expect(normalizeExamples(withIds(id('A'), id('A')))).not.toEqual(normalizeExamples(withIds(id('A'), id('B'))))
})

test('every operation and every error has an example', () => {
  const document = JSON.stringify(describeApi())
  const { operations, dryRuns, problems } = examples
  for (const { reply } of [...Object.values(operations), ...Object.values(dryRuns)])
    if (reply !== undefined) expect(document).toContain(JSON.stringify(reply))
  const codes = new Set(document.match(/#\/components\/examples\/\w+/g)?.map((name) => name.split('/')[3]))
  expect([...codes].sort()).toEqual(Object.keys(problems).sort())
})

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
type Any = any
const described = resolveParameters(describeApi()) as Any

/** What is found in the document after the change. */
function change(edit: (document: Any) => unknown): string[] {
  const document = structuredClone(described)
  edit(document)
  return findBreakingChanges(described, document)
}
const parameter = (document: Any, name: string) =>
  document.paths['/items'].get.parameters.find((each: Any) => each.name === name)
const schema = (document: Any, name: string) => document.components.schemas[name]

/**
 * On purpose. What became of a row that deletes has no item: only who sends `deleted` gets it. Who does not say which
 * invitation it is would be taken in unasked (decision 72).
 */
const decided = [
  'POST /items/batch, 200.data[].item: may be missing',
  'POST /account/link, body.invitation_id: is required',
]

test('every client of the last release can use this one, and the document itself breaks nothing', () => {
  expect(findBreakingChanges(JSON.parse(read(releasedFile)), describeApi())).toEqual(decided)
  expect(findBreakingChanges(described, described)).toEqual([])
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
