import { foldCase, type SortValue } from '../domain/list'
import { TextColumn } from './text-column'

/** Packs the values of one field for many items, and gets a value back by its position. */
export type ColumnKind<Value, Column> = {
  pack: (values: Value[]) => Column
  get: (column: Column, position: number) => Value
  /** The value that lists are sorted by. Texts are folded. */
  getSortValue: (column: Column, position: number) => SortValue
  countBytes: (column: Column) => number
}

/** Words that many items share, and for each item the index of its word in `words`. The first word stands for null. */
export type WordColumn = { words: string[]; numbers: Uint32Array }

type NumberColumn = Int32Array | Uint32Array | Float64Array

/** Stands for null in a column of integers. Quantities and reorder points are never negative. */
export const unsetNumber = -1

export const optionalText: ColumnKind<string | null, TextColumn> = {
  pack: (values) => TextColumn.pack(values),
  get: (column, position) => column.get(position),
  getSortValue: (column, position) => column.getFolded(position),
  countBytes: (column) => column.bytes,
}

export const text: ColumnKind<string, TextColumn> = {
  ...optionalText,
  get: (column, position) => column.get(position) ?? '',
}

export const optionalWord: ColumnKind<string | null, WordColumn> = {
  pack: (values) => {
    const numbers = new Map<string | null, number>([[null, 0]])
    for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size)
    return {
      words: [...numbers.keys()].map((word) => word ?? ''),
      numbers: Uint32Array.from(values, (value) => numbers.get(value) ?? 0),
    }
  },
  get: getWord,
  getSortValue: (column, position) => {
    const word = getWord(column, position)
    return word === null ? null : foldCase(word)
  },
  countBytes: ({ words, numbers }) => numbers.byteLength + words.reduce((sum, word) => sum + 16 + word.length * 2, 0),
}

export const integer: ColumnKind<number, Int32Array> = {
  pack: (values) => Int32Array.from(values),
  get: getNumber,
  getSortValue: getNumber,
  countBytes,
}

export const optionalInteger: ColumnKind<number | null, Int32Array> = {
  pack: (values) => Int32Array.from(values, (value) => value ?? unsetNumber),
  get: getSetNumber,
  getSortValue: getSetNumber,
  countBytes,
}

export const count: ColumnKind<number, Uint32Array> = {
  pack: (values) => Uint32Array.from(values),
  get: getNumber,
  getSortValue: getNumber,
  countBytes,
}

/** Values are ISO 8601 UTC times, packed as epoch milliseconds. */
export const time: ColumnKind<string, Float64Array> = {
  pack: (values) => Float64Array.from(values, (value) => Date.parse(value)),
  get: (column, position) => new Date(getNumber(column, position)).toISOString(),
  getSortValue: getNumber,
  countBytes,
}

export const optionalTime: ColumnKind<string | null, Float64Array> = {
  pack: (values) => Float64Array.from(values, (value) => (value === null ? 0 : Date.parse(value))),
  get: (column, position) => (getNumber(column, position) === 0 ? null : time.get(column, position)),
  getSortValue: (column, position) => getNumber(column, position) || null,
  countBytes,
}

function getNumber(column: NumberColumn, position: number): number {
  return column[position] ?? 0
}

function getSetNumber(column: Int32Array, position: number): number | null {
  const number = getNumber(column, position)
  return number === unsetNumber ? null : number
}

function getWord({ words, numbers }: WordColumn, position: number): string | null {
  return words[getNumber(numbers, position)] || null
}

function countBytes(column: NumberColumn): number {
  return column.byteLength
}
