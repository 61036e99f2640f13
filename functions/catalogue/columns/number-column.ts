import { type ColumnKind, copyBytes, type MergeSelection, toBytes } from './column'

type NumberColumn = Int32Array | Uint32Array | Float64Array
type NumberColumnType<Packed extends NumberColumn> = {
  new (length: number): Packed
  new (numbers: ArrayLike<number> | ArrayBuffer): Packed
}

/** Stands for null in a column of integers. Quantities and reorder points are never negative. */
export const unsetNumber = -1

/** `unset` stands for null. */
type Coding<Value> = { toNumber: (value: Value) => number; toValue: (number: number) => Value; unset?: number }

const integers: Coding<number> = { toNumber: (value) => value, toValue: (number) => number }
const times: Coding<string> = { toNumber: Date.parse, toValue: (number) => new Date(number).toISOString() }

export const integer = makeKind('signed', Int32Array, integers)
export const optionalInteger = makeKind('signed', Int32Array, allowNull(integers, unsetNumber))
export const count = makeKind('unsigned', Uint32Array, integers)
/** Up to 2^53. */
export const number = makeKind('number', Float64Array, integers)
/** Values are ISO 8601 UTC times, packed as epoch milliseconds. */
export const time = makeKind('number', Float64Array, times)
export const optionalTime = makeKind('number', Float64Array, allowNull(times, 0))

function allowNull<Value>({ toNumber, toValue }: Coding<Value>, unset: number): Coding<Value | null> {
  return {
    toNumber: (value) => (value === null ? unset : toNumber(value)),
    toValue: (number) => (number === unset ? null : toValue(number)),
    unset,
  }
}

function makeKind<Value, Packed extends NumberColumn>(
  storage: 'number' | 'signed' | 'unsigned',
  Numbers: NumberColumnType<Packed>,
  { toNumber, toValue, unset }: Coding<Value>,
): ColumnKind<Value, Packed> {
  const toSortValue = (number: number) => (number === unset ? null : number)
  return {
    storage,
    pack: (values) => new Numbers(values.map(toNumber)),
    get: (column, position) => toValue(column[position] ?? 0),
    merge: (first, second, selection) => mergeNumbers(first, second, selection, new Numbers(selection.length)),
    getSortValue: (column, position) => toSortValue(column[position] ?? 0),
    toSortValue: (value) => toSortValue(toNumber(value)),
    countBytes: (column) => column.byteLength,
    store: (column) => ({ bytes: toBytes(column) }),
    load: (stored) => new Numbers(copyBytes(stored)),
  }
}

function mergeNumbers<Packed extends NumberColumn>(
  first: Packed,
  second: Packed,
  selection: MergeSelection,
  into: Packed,
): Packed {
  for (let position = 0, { length } = selection; position < length; position++) {
    const at = selection[position] ?? 0
    into[position] = (at >= 0 ? first[at] : second[~at]) ?? 0
  }
  return into
}
