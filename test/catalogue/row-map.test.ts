import { RowMap } from '../../functions/catalogue/columns/row-map'

function bytesOf(row: object, key = 'a'): number {
  const rows = new RowMap<object>()
  rows.set(key, row)
  return rows.bytes
}

test('a text, and a key, take two bytes for each character', () => {
  expect(bytesOf({ text: 'x'.repeat(100) }) - bytesOf({ text: '' })).toBe(200)
  expect(bytesOf({}, 'x'.repeat(100)) - bytesOf({}, '')).toBe(200)
})

test.each([
  ['a field', { n: 1, m: 1 }, { n: 1 }],
  ['a field without a value', { n: 1, m: null }, { n: 1 }],
  ['an object', { n: {} }, { n: 1 }],
  ['an entry', { n: [1, 2] }, { n: [1] }],
  ['an empty text', { n: '' }, { n: 1 }],
])('%s of a row takes memory of its own', (_, more, less) => {
  expect(bytesOf(more) - bytesOf(less)).toBeGreaterThanOrEqual(16)
  expect(bytesOf(more) - bytesOf(less)).toBeLessThanOrEqual(64)
})

test('nothing takes nothing', () => {
  expect(new RowMap().bytes).toBe(0)
  expect(bytesOf({})).toBeGreaterThan(16)
})

test('rows add up, and each takes away what it has added', () => {
  const rows = new RowMap<object>()
  rows.set('a', { text: 'long'.repeat(10) })
  rows.set('b', { n: 1 })
  expect(rows.bytes).toBe(bytesOf({ text: 'long'.repeat(10) }) + bytesOf({ n: 1 }))
  expect(rows.delete('a')).toBe(true)
  expect(rows.delete('a')).toBe(false)
  expect(rows.bytes).toBe(bytesOf({ n: 1 }))
  rows.set('b', {})
  expect(rows.bytes).toBe(bytesOf({}))
  rows.clear()
  expect([rows.bytes, rows.size]).toEqual([0, 0])
})

test('a row that is set again is the last', () => {
  const rows = new RowMap<object>()
  rows.set('a', {})
  rows.set('b', {})
  rows.set('a', {})
  expect([...rows.keys()]).toEqual(['b', 'a'])
})
