import { isAllowed } from '../../local/rights/iam'
import type { Statement } from '../../local/rights/statement'

const allow = (Action: string | string[], Resource: string, leading?: string): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(leading ? { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [leading] } } } : {}),
})
const put = { action: 'dynamodb:PutItem', resource: 'arn:t/a', context: { 'dynamodb:LeadingKeys': ['LOG#1'] } }

test.each<[string, Statement[], boolean]>([
  ['nothing allows', [], false],
  ['the action is allowed', [allow('dynamodb:PutItem', 'arn:t/a')], true],
  ['one of several actions is', [allow(['x:Y', 'dynamodb:putitem'], 'arn:t/*')], true],
  ['another action is', [allow('dynamodb:GetItem', 'arn:t/a')], false],
  ['another resource is', [allow('dynamodb:PutItem', 'arn:t/b')], false],
  ['the leading key fits', [allow('dynamodb:*', 'arn:t/a', 'LOG#*')], true],
  ['the leading key does not fit', [allow('dynamodb:*', 'arn:t/a', 'SKU#*')], false],
  ['a deny stands beside', [allow('*', '*'), { ...allow('dynamodb:Put*', '*'), Effect: 'Deny' }], false],
])('%s', (_, statements, expected) => {
  expect(isAllowed(statements, put)).toBe(expected)
})

test('a condition that it does not know is an error, not a pass', () => {
  const unknown: Statement = { ...allow('*', '*'), Condition: { StringNotEquals: { 'aws:x': 'y' } } }
  expect(() => isAllowed([unknown], put)).toThrow('StringNotEquals')
})
