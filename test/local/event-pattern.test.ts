import { type EventPattern, matchesPattern } from '../../local/events/event-pattern'

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
