import fc from 'fast-check'
import { describeApi } from '../../openapi/document'
import { type Contract, dereference, listTypes, readContract, type Schema } from '../support/contract/document'
import { ValidValues } from '../support/contract/valid-values'
import { chooseSeed } from '../support/seed'

// The contract test makes its requests by exact schemas, clients theirs by the plain ones, which allow more.

const document = describeApi()
const exact = readContract(document)
const ours = ['x-variants', 'x-known-values', 'x-types', 'x-const', 'x-any', 'x-schema']
const plain = readContract(
  JSON.parse(JSON.stringify(document, (keyword, part) => (ours.includes(keyword) ? undefined : part))),
)
const values = new ValidValues(exact, { references: {}, optional: 50 })

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
