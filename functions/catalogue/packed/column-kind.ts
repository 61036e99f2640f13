import type { SortValue } from '../../domain/list'

/** As it is stored: `words` of a column of words. */
export type StoredColumn = { bytes: Uint8Array; words?: string[] | undefined }

/** The order in which columns are stored, and the bytes of a row: null where they differ from row to row. */
export const rowBytes = { number: 8, signed: 4, unsigned: 4, words: 4, text: null } as const
type Storage = keyof typeof rowBytes

/** What the values of one field are packed into. Each kind has its own. */
export type Column = object

/**
 * Which rows of two columns, in which order: `n` from 0 is position `n` of the first one, and `~n`, which is below 0,
 * is position `n` of the second one.
 */
export type Picks = Int32Array

/** Packs the values of one field for many rows, and gets a value back by its position. */
export interface ColumnKind<Value, Packed extends Column> {
  storage: Storage
  pack(values: Value[]): Packed
  get(column: Packed, position: number): Value
  /** What `pack` would make of the picked values. */
  pick(first: Packed, second: Packed, picks: Picks): Packed
  /** The value that lists are sorted by. Texts are folded. */
  getSortValue(column: Packed, position: number): SortValue
  /** The same of a value that is not packed. */
  toSortValue(value: Value): SortValue
  countBytes(column: Packed): number
  store(column: Packed): StoredColumn
  /** Null if it was not stored: the chunk is older than the field. */
  load(stored: StoredColumn | null, rows: number): Packed
}

/** The picked ones of the values that `get` gets, one after the other. */
export function pickValues<Value, Packed>(
  get: (column: Packed, position: number) => Value,
  first: Packed,
  second: Packed,
  picks: Picks,
): Value[] {
  return Array.from(picks, (pick) => (pick >= 0 ? get(first, pick) : get(second, ~pick)))
}

/** Shares the memory of the numbers. */
export function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** An array needs bytes of its own: those of a chunk may begin anywhere. */
export function copyBytes(stored: StoredColumn | null): ArrayBuffer {
  return Uint8Array.from(stored?.bytes ?? []).buffer
}
