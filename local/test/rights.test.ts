import { makeAccessReader } from '../rights/dynamodb-access'
import { isAllowed } from '../rights/iam'
import type { Statement } from '../rights/statement'

// The rights of a function.

const allow = (Action: string | string[], Resource: string, leading?: string): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(leading ? { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [leading] } } } : {}),
})
const context = { 'dynamodb:LeadingKeys': ['LOG#1'], 'dynamodb:Attributes': ['pk', 'n'] }
const access = { action: 'dynamodb:PutItem', resource: 'arn:t/a', context }
const name = (...attributes: string[]): Statement => {
  const Condition = { 'ForAllValues:StringLike': { 'dynamodb:Attributes': attributes } }
  return { ...allow('dynamodb:PutItem', '*'), Condition }
}

test.each<[string, Statement[], boolean]>([
  ['nothing allows', [], false],
  ['the action is allowed', [allow('dynamodb:PutItem', 'arn:t/a')], true],
  ['one of several actions is', [allow(['x:Y', 'dynamodb:putitem'], 'arn:t/*')], true],
  ['another action is', [allow('dynamodb:GetItem', 'arn:t/a')], false],
  ['another resource is', [allow('dynamodb:PutItem', 'arn:t/b')], false],
  ['the leading key fits', [allow('dynamodb:*', 'arn:t/a', 'LOG#*')], true],
  ['the leading key does not fit', [allow('dynamodb:*', 'arn:t/a', 'SKU#*')], false],
  ['the attributes are among those that may be named', [name('pk', 'n', 'x')], true],
  ['one of the attributes is not', [name('pk', 'x')], false],
  ['two statements allow one attribute each', [name('pk'), name('n')], false],
  ['a deny stands beside', [allow('*', '*'), { ...allow('dynamodb:Put*', '*'), Effect: 'Deny' }], false],
])('%s', (_, statements, expected) => {
  expect(isAllowed(statements, access)).toBe(expected)
})

test.each<[string, object, string[]]>([
  ['a key', { Key: { pk: { S: 'A' } } }, ['pk']],
  ['a whole row', { Item: { pk: { S: 'A' }, n: { N: '1' } } }, ['pk', 'n']],
  ['what is set, with names', { UpdateExpression: 'SET #a = if_not_exists(b, :c) REMOVE d' }, ['role', 'b', 'd']],
  [
    'a condition',
    { ConditionExpression: 'size(e) > :n AND (NOT attribute_exists (f.#a) OR g IN (:h))' },
    ['e', 'f', 'g'],
  ],
])('the attributes of an access: %s', (_, input, attributes) => {
  const body = { TableName: 'T', ...input, ExpressionAttributeNames: { '#a': 'role' } }
  const readAccesses = makeAccessReader({ table: 'pk', indexes: {} })
  const update = readAccesses('UpdateItem', JSON.stringify(body))
  const inTransaction = readAccesses('TransactWriteItems', JSON.stringify({ TransactItems: [{ Update: body }] }))
  expect(update.map(({ context }) => context?.['dynamodb:Attributes'])).toEqual([attributes])
  expect(inTransaction).toEqual(update)
})

test('a condition that it does not know is an error, not a pass', () => {
  const unknown: Statement = { ...allow('*', '*'), Condition: { StringNotEquals: { 'aws:x': 'y' } } }
  expect(() => isAllowed([unknown], access)).toThrow('StringNotEquals')
})
