import fc from 'fast-check'
import { countMarks, keepWord, type Marks, markWords } from '../../functions/catalogue/packed/marks'
import { optionalWord } from '../../functions/catalogue/packed/word-column'
import { chooseSeed } from '../support/seed'

const word = fc.stringMatching(/^[aAbÉ🔩]{1,2}$/u)
const words = fc.array(fc.option(word), { maxLength: 40 })

/** As chunks of earlier releases have them: in the order in which they came. */
const loadUnsorted = (values: (string | null)[]) => {
  const found = ['', ...new Set(values.filter((value) => value !== null))]
  const numbers = Uint32Array.from(values, (value) => found.indexOf(value ?? ''))
  return optionalWord.load({ words: found, bytes: new Uint8Array(numbers.buffer) }, values.length)
}

const positionsOf = (marks: Marks) => [...marks.keys()].filter((position) => marks[position] === 1)

test('the rows of one word are found, whether the words are sorted or of an older chunk', () => {
  fc.assert(
    fc.property(words, word, (values, sought) => {
      const expected = [...values.keys()].filter((position) => values[position] === sought)
      for (const column of [optionalWord.pack(values), loadUnsorted(values)]) {
        const kept = new Uint8Array(values.length).fill(1)
        keepWord(column, sought, kept)
        expect(positionsOf(kept)).toEqual(expected)
        const marked = new Uint8Array(values.length)
        markWords(column, (each) => each === sought, marked)
        expect(positionsOf(marked)).toEqual(expected)
        expect(countMarks(marked)).toBe(expected.length)
      }
    }),
    { seed: chooseSeed(), numRuns: 500 },
  )
})

test('a packed column of words has them sorted, and stays so when it is stored and loaded', () => {
  const column = optionalWord.pack(['b', null, 'a', 'b'])
  expect(column).toMatchObject({ words: ['', 'a', 'b'], sorted: true })
  expect(optionalWord.load(optionalWord.store(column), 4)).toEqual(column)
  expect(loadUnsorted(['b', null, 'a', 'b']).sorted).toBe(false)
})
