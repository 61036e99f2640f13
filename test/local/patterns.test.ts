import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'
import { isAllowed } from '../../local/rights/iam'
import type { Statement } from '../../local/rights/statement'

const event = { source: 'inventory', detail: { type: 'item.low_stock', tags: ['a', 'b'], stock: { quantity: 3 } } }

test.each<[string, EventPattern, boolean]>([
  ['an exact value', { source: ['inventory'] }, true],
  ['one of several', { source: ['aws.ec2', 'inventory'] }, true],
  ['another value', { source: ['aws.ec2'] }, false],
  ['a field within', { detail: { type: ['item.low_stock'] } }, true],
  ['two fields, one of which differs', { source: ['inventory'], detail: { type: ['item.created'] } }, false],
  ['a value in a list', { detail: { tags: ['b'] } }, true],
  ['a prefix', { detail: { type: [{ prefix: 'item.' }] } }, true],
  ['another prefix', { detail: { type: [{ prefix: 'order.' }] } }, false],
  ['a suffix', { detail: { type: [{ suffix: '_stock' }] } }, true],
  ['without case', { source: [{ 'equals-ignore-case': 'INVENTORY' }] }, true],
  ['anything but', { detail: { type: [{ 'anything-but': ['item.created'] }] } }, true],
  ['anything but it', { detail: { type: [{ 'anything-but': 'item.low_stock' }] } }, false],
  ['a field that is there', { detail: { type: [{ exists: true }] } }, true],
  ['a field that is not there', { detail: { other: [{ exists: true }] } }, false],
  ['a field that must not be there', { detail: { other: [{ exists: false }] } }, true],
  ['a field within one that is not there', { none: { other: [{ exists: false }] } }, true],
  ['a number in a range', { detail: { stock: { quantity: [{ numeric: ['>=', 1, '<', 5] }] } } }, true],
  ['a number out of a range', { detail: { stock: { quantity: [{ numeric: ['>', 3] }] } } }, false],
])('%s: %j is %s', (_, pattern, expected) => {
  expect(matchesPattern(pattern, event)).toBe(expected)
})

test('a comparison that it does not know is an error, not a match', () => {
  expect(() => matchesPattern({ source: [{ wildcard: 'inv*' }] }, event)).toThrow('"wildcard"')
})

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
