import { formatCursor, parseCursor } from '../../functions/domain/log/event-cursor'
import { type EventPattern, eventTypes, makeTypeMatcher } from '../../functions/domain/log/event-types'
import { requirePastEnd } from '../../functions/domain/log/until'
import { expectRefusal } from '../support/refusals'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const row = '01KKP8Z7V0ABCDEFGHJKMNPQRS#07'

// Cursors are kept by clients.
test.each([
  [{ row, given: null }, `1:${row}`],
  [{ row, given: 3 }, `1:${row}:3`],
  [{ row: '01KKP8Z7V0~', given: null }, '1:01KKP8Z7V0~'],
])('the place %j has the cursor %s', (place, text) => {
  expect(formatCursor(place)).toBe(encode(text))
  expect(parseCursor(encode(text))).toEqual(place)
})

test.each([
  ...['', '1:', `2:${row}`, `1:${row}:0`, `1:${row}:10`, `1:${row}0`, `x1:${row}`, '1:01KKP8Z7V0'].map(encode),
  ...[`${encode(`1:${row}`)}=`, ` ${encode(`1:${row}`)}`, row],
])('%j is no cursor', (cursor) => {
  expectRefusal(() => parseCursor(cursor), { code: 'invalid_request', field: 'after' })
})

test.each<[EventPattern[] | undefined, (type: string) => boolean]>([
  [undefined, () => true],
  [[], () => false],
  [['*'], () => true],
  [['item.*'], (type) => type.startsWith('item.')],
  [['order.*', 'item.created'], (type) => type.startsWith('order.') || type === 'item.created'],
])('the patterns %j match the types that they name', (patterns, matches) => {
  expect(eventTypes.filter(makeTypeMatcher(patterns))).toEqual(eventTypes.filter(matches))
})

test('the end of a range is not in the future', () => {
  for (const until of [undefined, 9, 10]) expect(() => requirePastEnd(until, 10)).not.toThrow()
  expectRefusal(() => requirePastEnd(11, 10), { code: 'invalid_request', field: 'until' })
})
