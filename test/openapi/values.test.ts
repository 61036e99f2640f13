import fc from 'fast-check'
import { describeApi } from '../../openapi/document'
import { type Contract, dereference, listTypes, readContract, type Schema } from '../support/contract/document'
import { InvalidValues } from '../support/contract/invalid-values'
import { ValidValues } from '../support/contract/valid-values'
import { Validation } from '../support/contract/validation'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'

// The values of the contract tests are what they say they are.

const document = describeApi()
const exact = readContract(document)
const validation = new Validation(exact, false)
const values = new ValidValues(exact, { references: {}, optional: 50 })
const parameters = exact.operations.flatMap(({ id, parameters }) =>
  parameters.map(({ name, schema }) => [`${name} of ${id}`, schema] as const),
)
const requests = exact.operations.flatMap(({ id, body }) => (body ? [[id, body.schema] as const] : []))
const all = [...requests, ...parameters]

test('valid values are valid', () => {
  const seed = chooseSeed()
  for (const [name, schema] of all) {
    const made = fc.sample(values.make(schema), { seed, numRuns: chooseSize({ quick: 5, thorough: 50 }) })
    const faults = made.map((value) => ({ name, value, fault: validation.describeFault(schema, value) }))
    expect(faults.filter(({ fault }) => fault !== null)).toEqual([])
  }
})

test('most of the invalid values of each schema are invalid', () => {
  const seed = chooseSeed()
  const invalid = new InvalidValues(exact, values)
  for (const [name, schema] of all) {
    // Of lists of ids, three in five: with 50 values, chance makes it less than a half now and then.
    const made = fc.sample(invalid.make(schema), { seed, numRuns: chooseSize({ quick: 200, thorough: 1_000 }) })
    const wrong = made.filter((value) => !validation.isValid(schema, value))
    expect([name, wrong.length > made.length / 2]).toEqual([name, true])
  }
})

test('valid values reach the limits', () => {
  const seed = chooseSeed()
  const seen = (schema: Schema) => fc.sample(values.make(schema), { seed, numRuns: 300 })
  expect(seen({ type: 'integer', minimum: -7, maximum: 90 })).toEqual(expect.arrayContaining([-7, 90]))
  const lengths = seen({ type: 'string', minLength: 1, maxLength: 30 }).map((text) => [...String(text)].length)
  expect(lengths).toEqual(expect.arrayContaining([1, 30]))
  const sizes = seen({ type: 'array', minItems: 1, maxItems: 40, items: { type: 'boolean' } }).map(
    (rows) => (rows as unknown[]).length,
  )
  expect(sizes).toEqual(expect.arrayContaining([1, 40]))
})

test.each([{ multipleOf: 2 }, { type: 'tuple' }, { type: 'string', format: 'uri' }, { not: { type: 'null' } }])(
  'what is not known of JSON Schema is not left out silently: %j',
  (schema) => expect(() => values.make({ type: 'string', ...schema })).toThrow('the contract tests'),
)

// The contract test makes its requests by exact schemas, clients theirs by the plain ones, which allow more.
const ours = ['x-variants', 'x-known-values', 'x-types', 'x-const', 'x-any', 'x-schema']
const plain = readContract(
  JSON.parse(JSON.stringify(document, (keyword, part) => (ours.includes(keyword) ? undefined : part))),
)

type Field = [path: string, schema: Schema]

/** The fields of all forms of a value, and of what is in them. */
function listFields(given: Schema, contract: Contract, path: string): Field[] {
  const { anyOf, oneOf, properties = {}, items } = dereference(given, contract)
  return [
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((form) => listFields(form, contract, path)),
    ...Object.entries(properties).flatMap(([name, field]): Field[] => [
      [`${path}.${name}`, field],
      ...listFields(field, contract, `${path}.${name}`),
    ]),
    ...(items ? listFields(items, contract, `${path}[]`) : []),
  ]
}

const listRequestFields = (contract: Contract) =>
  contract.operations.flatMap(({ id, body }) => (body ? listFields(body.schema, contract, id) : []))
const isNullable = ({ anyOf = [], ...schema }: Schema) =>
  [schema, ...anyOf].some((form) => listTypes(form).includes('null'))

test('the contract test sends null wherever the document of clients allows it', () => {
  const seed = chooseSeed()
  const nullable = new Set(listRequestFields(plain).flatMap(([path, field]) => (isNullable(field) ? [path] : [])))
  const makesNull = (schema: Schema) => fc.sample(values.make(schema), { seed, numRuns: 100 }).includes(null)
  const sent = listRequestFields(exact).flatMap(([path, field]) =>
    nullable.has(path) && makesNull(field) ? [path] : [],
  )
  expect(nullable.size).toBeGreaterThan(50)
  expect([...nullable].filter((path) => !sent.includes(path))).toEqual([])
})
