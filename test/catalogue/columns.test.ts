import fc from 'fast-check'
import type { Bitmap } from '../../functions/catalogue/columns/bitmap'
import type { Column, ColumnKind } from '../../functions/catalogue/columns/column'
import {
  dictionary,
  keepWord,
  oneOf,
  optionalDictionary,
  setWords,
} from '../../functions/catalogue/columns/dictionary-column'
import { idLists } from '../../functions/catalogue/columns/id-list-column'
import { count, integer, optionalInteger, optionalTime, time } from '../../functions/catalogue/columns/number-column'
import { optionalText, TextColumn, text } from '../../functions/catalogue/columns/text-column'
import { foldText } from '../../functions/domain/fold'
import type { SortValue } from '../../functions/domain/list'
import { testProperty } from '../support/property'

const later = '2026-03-14T12:00:00.123Z'
const earlier = '1999-12-31T23:59:59.999Z'

/** What was packed, the values of the column as they come out, what lists are sorted by, and the bytes. */
function readColumn<Value, Packed extends Column>(kind: ColumnKind<Value, Packed>, packed: Value[]) {
  const column = kind.pack(packed)
  const values = packed.map((_, position) => kind.get(column, position))
  const sorted = packed.map((_, position) => kind.getSortValue(column, position))
  return { packed, values, sorted, bytes: kind.countBytes(column) }
}

test.each<[string, () => ReturnType<typeof readColumn>, SortValue[]]>([
  ['texts', () => readColumn(text, ['Bolt', 'ÀΣ', 'a']), ['bolt', 'aσ', 'a']],
  ['texts that can be null', () => readColumn(optionalText, ['Bolt', null, 'a']), ['bolt', null, 'a']],
  ['words', () => readColumn(optionalDictionary, ['B', null, 'a', 'B']), ['b', null, 'a', 'b']],
  ['integers', () => readColumn(integer, [0, 2_147_483_647, 5]), [0, 2_147_483_647, 5]],
  ['integers that can be null', () => readColumn(optionalInteger, [0, null, 5]), [0, null, 5]],
  ['counts', () => readColumn(count, [0, 4_294_967_295, 5]), [0, 4_294_967_295, 5]],
  ['times', () => readColumn(time, [later, earlier]), [Date.parse(later), Date.parse(earlier)]],
  ['times that can be null', () => readColumn(optionalTime, [later, null]), [Date.parse(later), null]],
  ['lists of item ids', () => readColumn(idLists, [[itemA], []]), [null, null]],
])('a column of %s gives back what was packed, and sorts without case', (_, read, expected) => {
  const { packed, values, sorted } = read()
  expect([values, sorted]).toEqual([packed, expected])
})

test('a column of texts or words never gives null', () => {
  expect([text.get(text.pack(['']), 0), dictionary.get(dictionary.pack(['']), 0)]).toEqual(['', ''])
})

test('a word that is none of a few is refused', () => {
  const packed = optionalDictionary.pack(['c'])
  expect(() => oneOf(['a', 'b']).get(packed, 0)).toThrow('there is c in place of one of a, b')
})

test.each([
  ['integers', () => readColumn(integer, [1, 2, 3]), 12],
  ['integers that can be null', () => readColumn(optionalInteger, [1, null, 3]), 12],
  ['counts', () => readColumn(count, [1, 2, 3]), 12],
  ['times', () => readColumn(time, [later, later, later]), 24],
  ['times that can be null', () => readColumn(optionalTime, [later, null, null]), 24],
  ['texts', () => readColumn(text, ['a', 'b', 'c']), 18], // each with its separator, and where it ends
  ['texts that can be null', () => readColumn(optionalText, ['a', null, 'c']), 17],
  ['lists of item ids', () => readColumn(idLists, [[itemA], [], [itemB]]), 72], // two ids, their numbers, three ends
])('three %s are counted with the memory they take', (_, read, bytes) => {
  expect(read().bytes).toBe(bytes)
})

test('a word is counted once, with two bytes a character, and each item with its number', () => {
  const bytesOf = (...values: (string | null)[]) => readColumn(optionalDictionary, values).bytes
  expect(bytesOf('A', 'A', 'A', 'A') - bytesOf('A', 'A')).toBe(8)
  expect(bytesOf('A'.repeat(100)) - bytesOf('A')).toBe(2 * 99)
  expect(bytesOf('A', 'B') - bytesOf('A', 'A')).toBe(18)
  expect(bytesOf(null)).toBeGreaterThan(4)
})

/** The last two rows of both columns, in turns, from the last one: merged, and as they would be packed. */
function merge<Value, Packed extends Column>(kind: ColumnKind<Value, Packed>, first: Value[], second: Value[]) {
  const expected = [second[2], first[2], second[1], first[1]] as Value[]
  const merged = kind.merge(kind.pack(first), kind.pack(second), Int32Array.of(~2, 2, ~1, 1))
  return { merged, packed: kind.pack(expected), values: expected.map((_, at) => kind.get(merged, at)), expected }
}
const [itemA, itemB] = ['itm_A'.padEnd(30, '0'), 'itm_B'.padEnd(30, '0')]

test.each<[string, () => ReturnType<typeof merge>]>([
  ['texts', () => merge(text, ['a', 'B', 'ÀΣ'], ['c', 'Ω', 'e'])],
  ['texts that can be null', () => merge(optionalText, ['a', null, 'c'], [null, 'b', null])],
  ['words', () => merge(optionalDictionary, ['only first', null, 'x'], ['only second', 'x', 'y'])],
  ['one of a few words', () => merge(oneOf(['draft', 'sent']), ['draft', 'sent', 'sent'], ['sent', 'draft', 'draft'])],
  ['integers that can be null', () => merge(optionalInteger, [0, null, 5], [7, 8, null])],
  ['counts', () => merge(count, [0, 4_294_967_295, 5], [1, 2, 3])],
  ['times that can be null', () => merge(optionalTime, [later, null, earlier], [null, later, null])],
  ['lists of item ids', () => merge(idLists, [[itemA], [], [itemB]], [[], [itemA], []])],
])('%s of two columns, merged, are those that would be packed', (_, mergeTwo) => {
  const { merged, packed, values, expected } = mergeTwo()
  expect(values).toEqual(expected)
  expect(merged).toEqual(packed)
})

/**
 * Small words, so that many are the same or part of another. `ß` gets longer when it is folded, and a soft hyphen
 * shorter. Line breaks and backslashes have a meaning in the stored form.
 */
const word = fc.stringMatching(/^[abAßéΣ🔩\u00adn\n\\\0]{0,4}$/u)
const texts = fc.array(fc.option(word, { freq: 8 }), { maxLength: 40 })

const positionsOf = (bitmap: Bitmap) => [...bitmap.keys()].filter((position) => bitmap[position] === 1)
const findMatches = (column: TextColumn, needle: string) => {
  const found = new Uint8Array(column.listTexts().length)
  column.setMatches(needle, found)
  return positionsOf(found)
}
const positionsWhere = (values: (string | null)[], holds: (text: string) => boolean) =>
  [...values.keys()].filter((position) => holds(values[position] ?? ''))

testProperty(
  'a column of texts, packed or loaded, gives back each; the empty one is null',
  { of: [texts] },
  (values) => {
    const column = TextColumn.pack(values)
    const expected = values.map((text) => text || null)
    const load = (stored: TextColumn) => optionalText.load(optionalText.store(stored), values.length)
    for (const each of [column, load(column), load(load(column))]) {
      expect(values.map((_, position) => each.get(position))).toEqual(expected)
      expect(values.map((_, position) => each.getFolded(position))).toEqual(
        expected.map((text) => (text === null ? null : foldText(text))),
      )
    }
  },
)

test('a stored column of more texts or fewer than there are rows is refused', () => {
  const stored = optionalText.store(TextColumn.pack(['a', 'b\nc']))
  for (const rows of [0, 1, 3, 5]) expect(() => optionalText.load(stored, rows)).toThrow(RangeError)
})

testProperty(
  'a column of texts finds the texts that are equal, and those that contain a word, folded',
  { of: [texts, word], runs: 1_000 },
  (values, sought) => {
    const column = TextColumn.pack(values)
    expect(column.findEqual(sought)).toEqual(positionsWhere(values, (text) => text === sought))
    const folded = foldText(sought)
    fc.pre(folded !== '')
    expect(findMatches(column, folded)).toEqual(positionsWhere(values, (text) => foldText(text).includes(folded)))
  },
)

test('what is found lies far apart, or next to each other', () => {
  const values = Array.from({ length: 5_000 }, (_, index) => (index % 777 < 2 ? `Nut ${index}` : `Bolt ${index}`))
  const column = TextColumn.pack(values)
  expect(findMatches(column, 'nut')).toEqual(positionsWhere(values, (text) => text.startsWith('Nut')))
  expect(findMatches(column, '9')).toEqual(positionsWhere(values, (text) => text.includes('9')))
  expect(column.findEqual('Nut 778')).toEqual([778])
  expect(column.findEqual('ut 778')).toEqual([]) // an end of one is not all of it
})

test.each([
  ['small letters without accents', ['ae', 'b'], 5 + 8],
  ['accents: the folded text is kept, too', ['aé', 'b'], 2 * 5 + 8],
  ['capitals: the folded text is kept, too', ['Aé', 'b'], 2 * 5 + 8],
  ['one character beyond Latin-1: two bytes for each', ['a€', 'b'], 2 * 5 + 8],
  ['both', ['A€', 'b'], 2 * 2 * 5 + 8],
  ['a letter that gets longer when it is folded: where each ends is kept twice', ['ß', 'b'], 4 + 5 + 2 * 8],
  ['letters beyond Latin-1: folded, they take one byte', ['ł', 'b'], 2 * 4 + 4 + 8],
])('a column takes the memory of its texts: %s', (_, values, bytes) => {
  expect(TextColumn.pack(values).bytes).toBe(bytes)
})

const shortWord = fc.stringMatching(/^[aAbÉ🔩]{1,2}$/u)
const words = fc.array(fc.option(shortWord), { maxLength: 40 })

testProperty('the rows of one word are found', { of: [words, shortWord], runs: 500 }, (values, sought) => {
  const expected = [...values.keys()].filter((position) => values[position] === sought)
  const column = optionalDictionary.pack(values)
  const kept = new Uint8Array(values.length).fill(1)
  keepWord(column, sought, kept)
  expect(positionsOf(kept)).toEqual(expected)
  const found = new Uint8Array(values.length)
  setWords(column, (each) => each === sought, found)
  expect(positionsOf(found)).toEqual(expected)
})

test('a packed dictionary has its words sorted, and stays so when it is stored and loaded', () => {
  const column = optionalDictionary.pack(['b', null, 'a', 'b'])
  expect(column).toMatchObject({ words: ['', 'a', 'b'] })
  expect(optionalDictionary.load(optionalDictionary.store(column), 4)).toEqual(column)
})
