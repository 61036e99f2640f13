import fc from 'fast-check'
import { describeApi } from '../../openapi/document'
import { makeAddress } from '../support/contract/addresses'
import { Validation } from '../support/contract/answers'
import { Customer } from '../support/contract/customer'
import { type Contract, listFields, listTypes, readContract, type Schema } from '../support/contract/document'
import { isExcused } from '../support/contract/rules'
import { Values } from '../support/contract/values'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'

// The values of the contract tests are what they say they are.

const document = describeApi()
const exact = readContract(document)
const validation = new Validation(exact)
const values = new Values(exact, {}, 50)
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
  for (const [name, schema] of all) {
    // Of lists of ids, three in five: with 50 values, chance makes it less than a half now and then.
    const made = fc.sample(values.makeInvalid(schema), { seed, numRuns: chooseSize({ quick: 200, thorough: 1_000 }) })
    const wrong = made.filter((value) => validation.describeFault(schema, value) !== null)
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
const ours = ['x-variants', 'x-same', 'x-known-values', 'x-types', 'x-const', 'x-any', 'x-schema']
const plain = readContract(
  JSON.parse(JSON.stringify(document, (keyword, part) => (ours.includes(keyword) ? undefined : part))),
)

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

// The rules of the contract test excuse a refusal only where the request can break them.

const customer = new Customer({})
const [known, taken, fresh] = ['known', makeAddress(), makeAddress()]
customer.add('item', known)
customer.add('idtoken', known)
customer.add('address', taken)
customer.learn('create-order', '', { id: 'po_1', line_items: [{ id: known }] })
customer.learn('create-transactions', '', { data: [{ id: 'txn_in', quantity_change: 1 }] })
customer.learn('create-transactions', '', { data: [{ id: 'txn_out', quantity_change: -1 }] })

function excuses(id: string, value: unknown, field: string, of = 'po_1'): boolean {
  const operation = exact.operations.find((each) => each.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  const request = { operation, customer, path: { id: of }, query: {}, headers: {} }
  return isExcused({ ...request, body: { given: true, value } }, field)
}

const lineOf = (line: object) => ({ lines: [line] })

test.each<[isExcused: boolean, what: string, found: boolean]>([
  [false, 'a line of the order', excuses('receive-order', lineOf({ line_item_id: known }), 'lines[0].line_item_id')],
  [false, 'nothing accepted', excuses('receive-order', lineOf({ quantity_rejected: 1 }), 'lines[0].quantity_accepted')],
  [false, 'no field, though there are lines', excuses('receive-order', lineOf({ line_item_id: known }), '')],
  [false, 'an item that is there', excuses('restore-snapshot', { item_ids: [known] }, 'item_ids[0]')],
  [false, 'what added to the stock', excuses('reverse-transaction', {}, 'quantity', 'txn_in')],
  [false, 'an address that nobody has', excuses('invite-person', { email: fresh }, 'email')],
  [false, 'a token of the provider', excuses('link-account', { id_token: ` ${known}` }, 'id_token')],
  [false, 'a far end of a key', excuses('create-key', { expires_at: '2099-01-01T00:00:00Z' }, 'expires_at')],
  [true, 'another line', excuses('receive-order', lineOf({ line_item_id: 'other' }), 'lines[0].line_item_id')],
  [true, 'no lines', excuses('receive-order', {}, '')],
  [true, 'null in place of lines', excuses('receive-order', { lines: null }, '')],
  [true, 'an item that is not there', excuses('restore-snapshot', { item_ids: ['other'] }, 'item_ids[0]')],
  [true, 'what took from the stock', excuses('reverse-transaction', {}, 'quantity', 'txn_out')],
  [true, 'an address that somebody has', excuses('invite-person', { email: taken }, 'email')],
  [true, 'no address', excuses('invite-person', { email: 'a@b' }, 'email')],
  [true, 'a token that nobody made', excuses('link-account', { id_token: 'other' }, 'id_token')],
  [true, 'a key that has expired', excuses('create-key', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at')],
])('it is %s that a refusal is excused by %s', (isExcused, _, found) => expect(found).toBe(isExcused))
