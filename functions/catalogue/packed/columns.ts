import { foldCase, foldValue, type SortValue } from '../../domain/list'
import { TextColumn } from './text-column'

/** As it is stored: `words` of a column of words. */
export type StoredColumn = { bytes: Uint8Array; words?: string[] | undefined }

/** The order in which columns are stored, and the bytes of a row: null where they differ from row to row. */
export const rowBytes = { number: 8, signed: 4, unsigned: 4, words: 4, text: null } as const
type Storage = keyof typeof rowBytes

/** Packs the values of one field for many rows, and gets a value back by its position. */
export interface ColumnKind<Value, Packed extends Column> {
  storage: Storage
  pack(values: Value[]): Packed
  get(column: Packed, position: number): Value
  /** The value that lists are sorted by. Texts are folded. */
  getSortValue(column: Packed, position: number): SortValue
  /** The same of a value that is not packed. */
  toSortValue(value: Value): SortValue
  countBytes(column: Packed): number
  store(column: Packed): StoredColumn
  /** Null if it was not stored: the chunk is older than the field. */
  load(stored: StoredColumn | null, rows: number): Packed
}

/**
 * Words that many rows share, and for each row the index of its word in `words`. The first word stands for null. The
 * words of older chunks are not `sorted`.
 */
export type WordColumn = { words: string[]; numbers: Uint32Array; sorted: boolean }

type NumberColumn = Int32Array | Uint32Array | Float64Array
/** One of the above, a `TextColumn`, or what a kind of rows brings with it. */
export type Column = object

/** Stands for null in a column of integers. Quantities and reorder points are never negative. */
export const unsetNumber = -1

export const optionalText: ColumnKind<string | null, TextColumn> = {
  storage: 'text',
  pack: (values) => TextColumn.pack(values),
  get: (column, position) => column.get(position),
  getSortValue: (column, position) => column.getFolded(position),
  toSortValue: foldValue,
  countBytes: (column) => column.bytes,
  store: ({ text }) => ({ bytes: Buffer.from(text) }),
  load: (stored, rows) => TextColumn.load(stored?.bytes ?? null, rows),
}

export const text: ColumnKind<string, TextColumn> = {
  ...optionalText,
  get: (column, position) => column.get(position) ?? '',
}

export const optionalWord: ColumnKind<string | null, WordColumn> = {
  storage: 'words',
  pack: (values) => {
    const words = [...new Set(values.map((value) => value ?? '').concat(''))].sort()
    const numbers = new Map(words.map((word, number) => [word, number]))
    return { words, numbers: Uint32Array.from(values, (value) => numbers.get(value ?? '') ?? 0), sorted: true }
  },
  get: getWord,
  getSortValue: (column, position) => {
    const word = getWord(column, position)
    return word === null ? null : foldCase(word)
  },
  toSortValue: foldValue,
  countBytes: ({ words, numbers }) => numbers.byteLength + words.reduce((sum, word) => sum + 16 + word.length * 2, 0),
  store: ({ words, numbers }) => ({ ...storeNumbers(numbers), words }),
  load: (stored) => {
    const words = stored?.words ?? []
    const sorted = words.every((word, number) => number === 0 || (words[number - 1] ?? '') < word)
    return { words, numbers: new Uint32Array(copyBytes(stored)), sorted }
  },
}

export const word: ColumnKind<string, WordColumn> = {
  ...optionalWord,
  get: (column, position) => getWord(column, position) ?? '',
}

/** One of a few words. */
export function oneOf<Word extends string>(words: readonly Word[]): ColumnKind<Word, WordColumn> {
  const find = (packed: string | null) => {
    const found = words.find((each) => each === packed)
    if (found === undefined) throw new TypeError(`there is ${packed} in place of one of ${words.join(', ')}`)
    return found
  }
  return { ...optionalWord, get: (column, position) => find(getWord(column, position)) }
}

export const integer: ColumnKind<number, Int32Array> = {
  storage: 'signed',
  pack: (values) => Int32Array.from(values),
  get: getNumber,
  getSortValue: getNumber,
  toSortValue: foldValue,
  countBytes,
  store: storeNumbers,
  load: (stored) => new Int32Array(copyBytes(stored)),
}

export const optionalInteger: ColumnKind<number | null, Int32Array> = {
  storage: 'signed',
  pack: (values) => Int32Array.from(values, (value) => value ?? unsetNumber),
  get: getSetNumber,
  getSortValue: getSetNumber,
  toSortValue: foldValue,
  countBytes,
  store: storeNumbers,
  load: (stored) => new Int32Array(copyBytes(stored)),
}

export const count: ColumnKind<number, Uint32Array> = {
  storage: 'unsigned',
  pack: (values) => Uint32Array.from(values),
  get: getNumber,
  getSortValue: getNumber,
  toSortValue: foldValue,
  countBytes,
  store: storeNumbers,
  load: (stored) => new Uint32Array(copyBytes(stored)),
}

/** Up to 2^53. */
export const number: ColumnKind<number, Float64Array> = {
  storage: 'number',
  pack: (values) => Float64Array.from(values),
  get: getNumber,
  getSortValue: getNumber,
  toSortValue: foldValue,
  countBytes,
  store: storeNumbers,
  load: (stored) => new Float64Array(copyBytes(stored)),
}

/** Values are ISO 8601 UTC times, packed as epoch milliseconds. */
export const time: ColumnKind<string, Float64Array> = {
  storage: 'number',
  pack: (values) => Float64Array.from(values, (value) => Date.parse(value)),
  get: (column, position) => new Date(getNumber(column, position)).toISOString(),
  getSortValue: getNumber,
  toSortValue: (value) => Date.parse(value),
  countBytes,
  store: storeNumbers,
  load: (stored) => new Float64Array(copyBytes(stored)),
}

export const optionalTime: ColumnKind<string | null, Float64Array> = {
  storage: 'number',
  pack: (values) => Float64Array.from(values, (value) => (value === null ? 0 : Date.parse(value))),
  get: (column, position) => (getNumber(column, position) === 0 ? null : time.get(column, position)),
  getSortValue: (column, position) => getNumber(column, position) || null,
  toSortValue: (value) => (value === null ? null : Date.parse(value)),
  countBytes,
  store: storeNumbers,
  load: (stored) => new Float64Array(copyBytes(stored)),
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

function storeNumbers({ buffer, byteOffset, byteLength }: NumberColumn): StoredColumn {
  return { bytes: Buffer.from(buffer, byteOffset, byteLength) }
}

/** An array needs bytes of its own: those of a chunk may begin anywhere. */
function copyBytes(stored: StoredColumn | null): ArrayBuffer {
  return Uint8Array.from(stored?.bytes ?? []).buffer
}
