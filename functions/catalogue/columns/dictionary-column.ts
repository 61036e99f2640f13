import { foldText } from '../../domain/fold'
import { countPassing, foldValue } from '../../domain/list'
import type { Bitmap } from './bitmap'
import { type ColumnKind, copyBytes, mergeValues, toBytes } from './column'

/** Words that many rows share, sorted, and for each row the index of its word. The first word stands for null. */
export type DictionaryColumn = { words: string[]; numbers: Uint32Array }

export const optionalDictionary: ColumnKind<string | null, DictionaryColumn> = {
  storage: 'words',
  pack,
  get,
  merge: (first, second, selection) => pack(mergeValues(get, first, second, selection)),
  getSortValue: (column, position) => {
    const word = get(column, position)
    return word === null ? null : foldText(word)
  },
  toSortValue: foldValue,
  countBytes: ({ words, numbers }) => numbers.byteLength + words.reduce((sum, word) => sum + 16 + word.length * 2, 0),
  store: ({ words, numbers }) => ({ bytes: toBytes(numbers), words }),
  load: (stored) => ({ words: stored.words ?? [], numbers: new Uint32Array(copyBytes(stored)) }),
}

export const dictionary: ColumnKind<string, DictionaryColumn> = {
  ...optionalDictionary,
  get: (column, position) => get(column, position) ?? '',
}

/** One of a few words. */
export function oneOf<Word extends string>(words: readonly Word[]): ColumnKind<Word, DictionaryColumn> {
  const find = (packed: string | null) => {
    const found = words.find((each) => each === packed)
    if (found === undefined) throw new TypeError(`there is ${packed} in place of one of ${words.join(', ')}`)
    return found
  }
  return { ...optionalDictionary, get: (column, position) => find(get(column, position)) }
}

function pack(values: (string | null)[]): DictionaryColumn {
  const words = [...new Set(values.map((value) => value ?? '').concat(''))].sort()
  const numbers = new Map(words.map((word, number) => [word, number]))
  return { words, numbers: Uint32Array.from(values, (value) => numbers.get(value ?? '') ?? 0) }
}

function get({ words, numbers }: DictionaryColumn, position: number): string | null {
  return words[numbers[position] ?? 0] || null
}

/** How many of the positions that are set have each word. Null is no word. */
export function countWords({ words, numbers }: DictionaryColumn, bitmap: Bitmap, into: Map<string, number>): void {
  const counts = new Uint32Array(words.length)
  for (let position = 0, { length } = numbers; position < length; position++)
    if (bitmap[position] === 1) counts[numbers[position] ?? 0] = (counts[numbers[position] ?? 0] ?? 0) + 1
  words.forEach((word, number) => {
    if (number > 0 && counts[number]) into.set(word, (into.get(word) ?? 0) + (counts[number] ?? 0))
  })
}

/** Clears all positions that have another word, or none. */
export function keepWord({ words, numbers }: DictionaryColumn, word: string, bitmap: Bitmap): void {
  const wanted = countPassing(words.length, (number) => (words[number] ?? '') < word)
  if (words[wanted] !== word) bitmap.fill(0)
  else
    for (let position = 0, { length } = bitmap; position < length; position++)
      if (numbers[position] !== wanted) bitmap[position] = 0
}

/** Sets the positions whose word passes. Null never does. Each word is tested once. */
export function setWords(
  { words, numbers }: DictionaryColumn,
  passes: (word: string) => boolean,
  bitmap: Bitmap,
): void {
  const passing = words.map((word, number) => number > 0 && passes(word))
  for (let position = 0, { length } = numbers; position < length; position++)
    if (passing[numbers[position] ?? 0]) bitmap[position] = 1
}
