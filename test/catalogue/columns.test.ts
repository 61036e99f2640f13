import type { Column, ColumnKind } from '../../functions/catalogue/columns/column'
import { oneOf, optionalDictionary } from '../../functions/catalogue/columns/dictionary-column'
import { idLists } from '../../functions/catalogue/columns/id-list-column'
import { count, integer, optionalInteger, optionalTime, time } from '../../functions/catalogue/columns/number-column'
import { optionalText, text } from '../../functions/catalogue/columns/text-column'
import type { SortValue } from '../../functions/domain/list'

const later = '2026-03-14T12:00:00.123Z'
const earlier = '1999-12-31T23:59:59.999Z'

/** The values of a column as they come out, what lists are sorted by, and the bytes. */
function readColumn<Value, Packed extends Column>(kind: ColumnKind<Value, Packed>, values: Value[]) {
  const column = kind.pack(values)
  return {
    values: values.map((_, position) => kind.get(column, position)),
    sorted: values.map((_, position) => kind.getSortValue(column, position)),
    bytes: kind.countBytes(column),
  }
}

const sample = <Value, Packed extends Column>(
  kind: ColumnKind<Value, Packed>,
  values: Value[],
  sorted: SortValue[],
) => ({
  read: () => readColumn(kind, values),
  expected: { values, sorted },
})

test.each([
  ['texts', sample(text, ['Bolt', 'ÀΣ', 'a'], ['bolt', 'àσ', 'a'])],
  ['texts that can be null', sample(optionalText, ['Bolt', null, 'a'], ['bolt', null, 'a'])],
  ['words', sample(optionalDictionary, ['B', null, 'a', 'B'], ['b', null, 'a', 'b'])],
  ['integers', sample(integer, [0, 2_147_483_647, 5], [0, 2_147_483_647, 5])],
  ['integers that can be null', sample(optionalInteger, [0, null, 5], [0, null, 5])],
  ['counts', sample(count, [0, 4_294_967_295, 5], [0, 4_294_967_295, 5])],
  ['times', sample(time, [later, earlier], [Date.parse(later), Date.parse(earlier)])],
  ['times that can be null', sample(optionalTime, [later, null], [Date.parse(later), null])],
])('a column of %s gives back what was packed, and sorts without case', (_, { read, expected }) => {
  expect(read()).toMatchObject(expected)
})

test('a text column never gives null', () => {
  expect(text.get(text.pack(['']), 0)).toBe('')
})

test.each([
  ['integers', readColumn(integer, [1, 2, 3]), 12],
  ['integers that can be null', readColumn(optionalInteger, [1, null, 3]), 12],
  ['counts', readColumn(count, [1, 2, 3]), 12],
  ['times', readColumn(time, [later, later, later]), 24],
  ['times that can be null', readColumn(optionalTime, [later, null, null]), 24],
  ['texts', readColumn(text, ['a', 'b', 'c']), 18], // each with its separator, and where it ends
  ['texts that can be null', readColumn(optionalText, ['a', null, 'c']), 17],
])('three %s are counted with the memory they take', (_, { bytes }, expected) => {
  expect(bytes).toBe(expected)
})

test('a word is counted once, with two bytes a character, and each item with its number', () => {
  const bytesOf = (...values: (string | null)[]) => readColumn(optionalDictionary, values).bytes
  expect(bytesOf('A', 'A', 'A', 'A') - bytesOf('A', 'A')).toBe(8)
  expect(bytesOf('A'.repeat(100)) - bytesOf('A')).toBe(2 * 99)
  expect(bytesOf('A', 'B') - bytesOf('A', 'A')).toBe(18)
  expect(bytesOf(null)).toBeGreaterThan(4)
})

const twoSample = <Value, Packed extends Column>(kind: ColumnKind<Value, Packed>, first: Value[], second: Value[]) => ({
  /** The last two rows of both, in turns, from the last one. */
  merge: () => {
    const selection = Int32Array.of(~2, 2, ~1, 1)
    const expected = [second[2], first[2], second[1], first[1]]
    const merged = kind.merge(kind.pack(first), kind.pack(second), selection)
    return {
      merged,
      packed: kind.pack(expected as Value[]),
      values: expected.map((_, at) => kind.get(merged, at)),
      expected,
    }
  },
})

test.each([
  ['texts', twoSample(text, ['a', 'B', 'ÀΣ'], ['c', 'Ω', 'e'])],
  ['texts that can be null', twoSample(optionalText, ['a', null, 'c'], [null, 'b', null])],
  ['words', twoSample(optionalDictionary, ['only first', null, 'x'], ['only second', 'x', 'y'])],
  ['one of a few words', twoSample(oneOf(['draft', 'sent']), ['draft', 'sent', 'sent'], ['sent', 'draft', 'draft'])],
  ['integers that can be null', twoSample(optionalInteger, [0, null, 5], [7, 8, null])],
  ['counts', twoSample(count, [0, 4_294_967_295, 5], [1, 2, 3])],
  ['times that can be null', twoSample(optionalTime, [later, null, earlier], [null, later, null])],
  [
    'lists of item ids',
    twoSample(idLists, [['itm_A'.padEnd(30, '0')], [], ['itm_B'.padEnd(30, '0')]], [[], ['itm_A'.padEnd(30, '0')], []]),
  ],
])('%s of two columns, merged, are those that would be packed', (_, { merge }) => {
  const { merged, packed, values, expected } = merge()
  expect(values).toEqual(expected)
  expect(merged).toEqual(packed)
})
