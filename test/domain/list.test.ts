import {
  compareCodePoints,
  compareValues,
  foldCase,
  makeComparator,
  makeMatcher,
  parseSort,
  type SortValue,
  slicePage,
} from '../../functions/domain/list'

test('characters beyond U+FFFF come after all others, although UTF-16 writes them with lower units', () => {
  const ascending = [
    'A',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{103fe}',
    '\u{103ff}',
    '\u{10400}',
    '\u{10ffff}',
  ]
  for (const [index, text] of ascending.entries()) {
    expect(compareCodePoints(text, text)).toBe(0)
    for (const later of ascending.slice(index + 1)) {
      expect(compareCodePoints(text, later)).toBeLessThan(0)
      expect(compareCodePoints(later, text)).toBeGreaterThan(0)
    }
  }
})

test('a text comes after its own beginning', () => {
  expect(compareCodePoints('ab', 'abc')).toBeLessThan(0)
  expect(compareCodePoints('abc', 'ab')).toBeGreaterThan(0)
})

test('texts are folded to small letters: ß stays one letter, and both small sigmas are one', () => {
  expect(foldCase('STRAßE ΟΔΌΣ ςσ')).toBe('straße οδόσ σσ')
})

test.each<[SortValue, SortValue, number]>([
  [2, 10, -1],
  [10, 2, 1],
  [3, 3, 0],
  ['10', '2', -1],
  ['b', 'a', 1],
  [null, 1, 1],
  [1, null, -1],
  [null, '', 1],
  [null, null, 0],
])('%j compared with %j is %i; descending turns that around, but for nulls', (a, b, sign) => {
  const signOf = (direction: 1 | -1) => Math.sign(compareValues(a, b, direction)) || 0 // no -0
  expect(signOf(1)).toBe(sign)
  expect(signOf(-1)).toBe(a === null || b === null ? sign : 0 - sign)
})

test('a sort has a minus before its field where it is descending, and nowhere else', () => {
  expect(parseSort('name')).toEqual({ field: 'name', direction: 1 })
  expect(parseSort('-name')).toEqual({ field: 'name', direction: -1 })
  expect(parseSort('a-name')).toEqual({ field: 'a-name', direction: 1 })
})

test('ties are sorted by id in both directions, and case is no difference', () => {
  const rows = [
    { id: '2', name: 'b' },
    { id: '1', name: 'B' },
    { id: '3', name: 'A' },
  ]
  const sortBy = (sort: 'name' | '-name') =>
    rows.toSorted(makeComparator(sort, (row, field) => row[field])).map(({ id }) => id)
  expect(sortBy('name')).toEqual(['3', '1', '2'])
  expect(sortBy('-name')).toEqual(['1', '2', '3'])
})

test('a row must pass the test of each filter that is given, and of no other', () => {
  type Row = { size: number; color: string }
  const match = (filter: { size?: number | undefined; color?: string | undefined }) =>
    makeMatcher<Row, typeof filter>(filter, {
      size: (row) => row.size === filter.size,
      color: (row) => row.color === filter.color,
    })
  const row = { size: 1, color: 'red' }
  expect(match({})(row)).toBe(true)
  expect(match({ size: 1, color: undefined })(row)).toBe(true)
  expect(match({ size: 1, color: 'red' })(row)).toBe(true)
  expect(match({ size: 1, color: 'blue' })(row)).toBe(false)
  expect(match({ size: 2, color: 'red' })(row)).toBe(false)
})

test('a page begins after `offset` rows and has at most `limit`', () => {
  expect(slicePage(['a', 'b', 'c', 'd', 'e'], { limit: 2, offset: 1 })).toEqual({
    ...{ rows: ['b', 'c'], total: 5 },
    ...{ limit: 2, offset: 1 },
  })
})
