import { foldCase, foldValue } from '../../domain/list'
import { type ColumnKind, copyBytes, pickValues, toBytes } from './column-kind'

/**
 * Words that many rows share, and for each row the index of its word in `words`. The first word stands for null. The
 * words of older chunks are not `sorted`.
 */
export type WordColumn = { words: string[]; numbers: Uint32Array; sorted: boolean }

export const optionalWord: ColumnKind<string | null, WordColumn> = {
  storage: 'words',
  pack,
  get,
  pick: (first, second, picks) => pack(pickValues(get, first, second, picks)),
  getSortValue: (column, position) => {
    const word = get(column, position)
    return word === null ? null : foldCase(word)
  },
  toSortValue: foldValue,
  countBytes: ({ words, numbers }) => numbers.byteLength + words.reduce((sum, word) => sum + 16 + word.length * 2, 0),
  store: ({ words, numbers }) => ({ bytes: toBytes(numbers), words }),
  load: (stored) => {
    const words = stored?.words ?? []
    const sorted = words.every((word, number) => number === 0 || (words[number - 1] ?? '') < word)
    return { words, numbers: new Uint32Array(copyBytes(stored)), sorted }
  },
}

export const word: ColumnKind<string, WordColumn> = {
  ...optionalWord,
  get: (column, position) => get(column, position) ?? '',
}

/** One of a few words. */
export function oneOf<Word extends string>(words: readonly Word[]): ColumnKind<Word, WordColumn> {
  const find = (packed: string | null) => {
    const found = words.find((each) => each === packed)
    if (found === undefined) throw new TypeError(`there is ${packed} in place of one of ${words.join(', ')}`)
    return found
  }
  return { ...optionalWord, get: (column, position) => find(get(column, position)) }
}

function pack(values: (string | null)[]): WordColumn {
  const words = [...new Set(values.map((value) => value ?? '').concat(''))].sort()
  const numbers = new Map(words.map((word, number) => [word, number]))
  return { words, numbers: Uint32Array.from(values, (value) => numbers.get(value ?? '') ?? 0), sorted: true }
}

function get({ words, numbers }: WordColumn, position: number): string | null {
  return words[numbers[position] ?? 0] || null
}
