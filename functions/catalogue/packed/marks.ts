import type { WordColumn } from './columns'

/** One byte for each position of packed rows: 1 for the rows that are meant. */
export type Marks = Uint8Array

/** Clears the marks of all positions that `mark` does not mark. */
export function keepMarked(marks: Marks, mark: (found: Marks) => void): void {
  const found = new Uint8Array(marks.length)
  mark(found)
  for (let position = 0; position < marks.length; position++) if (found[position] !== 1) marks[position] = 0
}

export function countMarks(marks: Marks): number {
  let count = 0
  for (let position = 0; position < marks.length; position++) count += marks[position] ?? 0
  return count
}

/** Marks the positions whose word passes. Null never does. Each word is tested once. */
export function markWords({ words, numbers }: WordColumn, passes: (word: string) => boolean, marks: Marks): void {
  const passing = words.map((word, number) => number > 0 && passes(word))
  for (let position = 0; position < numbers.length; position++) if (passing[numbers[position] ?? 0]) marks[position] = 1
}
