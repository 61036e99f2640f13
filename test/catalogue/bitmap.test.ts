import fc from 'fast-check'
import { type Bitmap, countSet } from '../../functions/catalogue/columns/bitmap'
import { keepWord, optionalDictionary, setWords } from '../../functions/catalogue/columns/dictionary-column'
import { testProperty } from '../support/property'

const word = fc.stringMatching(/^[aAbÉ🔩]{1,2}$/u)
const words = fc.array(fc.option(word), { maxLength: 40 })

/** As chunks of earlier releases have them: in the order in which they came. */
const loadUnsorted = (values: (string | null)[]) => {
  const words = ['', ...new Set(values.filter((value) => value !== null))]
  const numbers = Uint32Array.from(values, (value) => words.indexOf(value ?? ''))
  return optionalDictionary.load({ words, bytes: new Uint8Array(numbers.buffer) }, values.length)
}

const positionsOf = (bitmap: Bitmap) => [...bitmap.keys()].filter((position) => bitmap[position] === 1)

testProperty(
  'the rows of one word are found, whether the words are sorted or of an older chunk',
  { of: [words, word], runs: 500 },
  (values, sought) => {
    const expected = [...values.keys()].filter((position) => values[position] === sought)
    for (const column of [optionalDictionary.pack(values), loadUnsorted(values)]) {
      const kept = new Uint8Array(values.length).fill(1)
      keepWord(column, sought, kept)
      expect(positionsOf(kept)).toEqual(expected)
      const found = new Uint8Array(values.length)
      setWords(column, (each) => each === sought, found)
      expect(positionsOf(found)).toEqual(expected)
      expect(countSet(found)).toBe(expected.length)
    }
  },
)

test('a packed dictionary has its words sorted, and stays so when it is stored and loaded', () => {
  const column = optionalDictionary.pack(['b', null, 'a', 'b'])
  expect(column).toMatchObject({ words: ['', 'a', 'b'], sorted: true })
  expect(optionalDictionary.load(optionalDictionary.store(column), 4)).toEqual(column)
  expect(loadUnsorted(['b', null, 'a', 'b']).sorted).toBe(false)
})
