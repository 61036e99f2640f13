import { countPassing } from './binary-search'
import type { WordColumn } from './word-column'

/** One byte for each position of packed rows: 1 for the rows that are meant. */
export type Marks = Uint8Array

/** Clears the marks of all positions that `mark` does not mark. */
export function keepMarked(marks: Marks, mark: (found: Marks) => void): void {
  const found = new Uint8Array(marks.length)
  mark(found)
  for (let position = 0, { length } = marks; position < length; position++)
    if (found[position] !== 1) marks[position] = 0
}

/** Clears the marks of all positions but these, which are few. */
export function keepPositions(marks: Marks, positions: number[]): void {
  const kept = positions.filter((position) => marks[position] === 1)
  marks.fill(0)
  for (const position of kept) marks[position] = 1
}

export function countMarks(marks: Marks): number {
  let count = 0
  for (let position = 0, { length } = marks; position < length; position++) count += marks[position] ?? 0
  return count
}

/** Clears the marks of all positions that have another word, or none. */
export function keepWord({ words, numbers, sorted }: WordColumn, word: string, marks: Marks): void {
  const wanted = sorted ? countPassing(words.length, (number) => (words[number] ?? '') < word) : words.indexOf(word)
  if (words[wanted] !== word) marks.fill(0)
  else
    for (let position = 0, { length } = marks; position < length; position++)
      if (numbers[position] !== wanted) marks[position] = 0
}

/** Marks the positions whose word passes. Null never does. Each word is tested once. */
export function markWords({ words, numbers }: WordColumn, passes: (word: string) => boolean, marks: Marks): void {
  const passing = words.map((word, number) => number > 0 && passes(word))
  for (let position = 0, { length } = numbers; position < length; position++)
    if (passing[numbers[position] ?? 0]) marks[position] = 1
}
