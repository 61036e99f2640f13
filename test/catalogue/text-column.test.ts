import fc from 'fast-check'
import { optionalText, TextColumn } from '../../functions/catalogue/columns/text-column'
import { foldCase } from '../../functions/domain/list'
import { testProperty } from '../support/property'

/**
 * Small words, so that many are the same or part of another. `İ` gets longer when it is folded. Line breaks and
 * backslashes have a meaning in the stored form.
 */
const word = fc.stringMatching(/^[abAİΣ🔩n\n\\\0]{0,4}$/u)
const texts = fc.array(fc.option(word, { freq: 8 }), { maxLength: 40 })

const setBy = (count: number, mark: (bitmap: Uint8Array) => void) => {
  const bitmap = new Uint8Array(count)
  mark(bitmap)
  return [...bitmap.keys()].filter((position) => bitmap[position] === 1)
}
const positionsWhere = (values: (string | null)[], holds: (text: string) => boolean) =>
  [...values.keys()].filter((position) => holds(values[position] ?? ''))

testProperty(
  'a column of texts gives back each text, folded or not; the empty text is null',
  { of: [texts] },
  (values) => {
    const column = TextColumn.pack(values)
    const expected = values.map((text) => text || null)
    expect(values.map((_, position) => column.get(position))).toEqual(expected)
    expect(values.map((_, position) => column.getFolded(position))).toEqual(
      expected.map((text) => text && foldCase(text)),
    )
  },
)

testProperty('a column of texts is stored, and comes back as it was', { of: [texts] }, (values) => {
  const loaded = optionalText.load(optionalText.store(TextColumn.pack(values)), values.length)
  expect(values.map((_, position) => loaded.get(position))).toEqual(values.map((text) => text || null))
})

test('a stored column of more texts or fewer than there are rows is refused', () => {
  const stored = optionalText.store(TextColumn.pack(['a', 'b\nc']))
  for (const rows of [0, 1, 3, 5]) expect(() => optionalText.load(stored, rows)).toThrow(RangeError)
})

testProperty(
  'a column of texts finds the texts that are equal, and those that contain a word whatever the case',
  { of: [texts, word], runs: 1_000 },
  (values, sought) => {
    const column = TextColumn.pack(values)
    expect(column.findEqual(sought)).toEqual(positionsWhere(values, (text) => text === sought))
    fc.pre(sought !== '')
    expect(setBy(values.length, (bitmap) => column.setMatches(foldCase(sought), bitmap))).toEqual(
      positionsWhere(values, (text) => foldCase(text).includes(foldCase(sought))),
    )
  },
)

test('what is found lies far apart, or next to each other', () => {
  const values = Array.from({ length: 5_000 }, (_, index) => (index % 777 < 2 ? `Nut ${index}` : `Bolt ${index}`))
  const column = TextColumn.pack(values)
  const nuts = positionsWhere(values, (text) => text.startsWith('Nut'))
  expect(setBy(values.length, (bitmap) => column.setMatches('nut', bitmap))).toEqual(nuts)
  expect(setBy(values.length, (bitmap) => column.setMatches('9', bitmap))).toEqual(
    positionsWhere(values, (text) => text.includes('9')),
  )
  expect(column.findEqual('Nut 778')).toEqual([778])
  expect(column.findEqual('Nut')).toEqual([])
})

test.each([
  ['small letters of Latin-1', ['aé', 'b'], 5 + 8],
  ['capitals: the folded text is kept, too', ['Aé', 'b'], 2 * 5 + 8],
  ['one character beyond Latin-1: two bytes for each', ['a€', 'b'], 2 * 5 + 8],
  ['both', ['A€', 'b'], 2 * 2 * 5 + 8],
  ['a letter that gets longer when it is folded: where each ends is kept twice', ['İ', 'b'], 2 * (4 + 5) + 2 * 8],
])('a column takes the memory of its texts: %s', (_, values, bytes) => {
  expect(TextColumn.pack(values).bytes).toBe(bytes)
})
