import { countPassing } from '../../domain/list'
import { ulidLength } from '../../domain/time'
import { type ColumnKind, mergeValues } from '../columns/column'
import type { Bitmap } from './bitmap'

const idPrefix = 'itm_'

/** Lists of item ids, one for each row. Each id is kept once, and lists have its number. */
export class IdListColumn {
  /** `ids`: sorted, joined, without prefix. List `n` is what `numbers` has between two `ends`, ascending. */
  constructor(
    readonly ids: string,
    readonly numbers: Uint32Array,
    readonly ends: Uint32Array,
  ) {}

  static pack(lists: string[][]): IdListColumn {
    const ids = [...new Set(lists.flat())].sort()
    const numberOf = new Map(ids.map((id, number) => [id, number]))
    const numbers = lists.map((list) => list.map((id) => numberOf.get(id) ?? 0).sort((a, b) => a - b))
    let end = 0
    const ends = Uint32Array.from(lists, ({ length }) => (end += length))
    return new IdListColumn(ids.map((id) => id.slice(idPrefix.length)).join(''), Uint32Array.from(numbers.flat()), ends)
  }

  /** In the order of the ids. */
  get(position: number): string[] {
    return Array.from(this.numbers.subarray(this.ends[position - 1] ?? 0, this.ends[position]), (n) => this.getId(n))
  }

  /** Sets the positions whose list has the id. */
  setHaving(id: string, bitmap: Bitmap): void {
    const number = this.findNumber(id)
    if (number === null) return
    let position = 0
    for (let at = this.numbers.indexOf(number); at >= 0; at = this.numbers.indexOf(number, at + 1)) {
      while ((this.ends[position] ?? 0) <= at) position += 1
      bitmap[position] = 1
    }
  }

  /** Calls `visit` with each value whose id a list has, and the position of the list: the last lists first. */
  visitHaving<Value>(values: ReadonlyMap<string, Value>, visit: (value: Value, position: number) => void): void {
    const wanted = new Map<number, Value>()
    for (const [id, value] of values) {
      const number = this.findNumber(id)
      if (number !== null) wanted.set(number, value)
    }
    if (wanted.size === 0) return
    for (let position = this.ends.length - 1; position >= 0; position--)
      for (let at = this.ends[position - 1] ?? 0, end = this.ends[position] ?? 0; at < end; at++) {
        const value = wanted.get(this.numbers[at] ?? 0)
        if (value !== undefined) visit(value, position)
      }
  }

  get bytes(): number {
    return this.ids.length + this.numbers.byteLength + this.ends.byteLength
  }

  private findNumber(id: string): number | null {
    const number = countPassing(this.ids.length / ulidLength, (index) => this.getId(index) < id)
    return this.getId(number) === id ? number : null
  }

  private getId(number: number): string {
    return idPrefix + this.ids.slice(number * ulidLength, (number + 1) * ulidLength)
  }
}

/** Stored with the ids as the only word. Each list is its length, and the differences of its numbers. */
export const idLists: ColumnKind<string[], IdListColumn> = {
  storage: 'text',
  pack: IdListColumn.pack,
  get: (column, position) => column.get(position),
  merge: (first, second, selection) => IdListColumn.pack(mergeValues(idLists.get, first, second, selection)),
  getSortValue: () => null,
  toSortValue: () => null,
  countBytes: ({ bytes }) => bytes,
  store: ({ ids, numbers, ends }) => {
    const values: number[] = []
    ends.forEach((end, position) => {
      const list = numbers.subarray(ends[position - 1] ?? 0, end)
      values.push(list.length, ...list.map((number, at) => number - (list[at - 1] ?? 0)))
    })
    return { bytes: encodeVarints(values), words: [ids] }
  },
  load: (stored, rows) => {
    const values = decodeVarints(stored.bytes)
    const ends = new Uint32Array(rows)
    const numbers = new Uint32Array(values.length - rows)
    let from = 0
    let end = 0
    for (let position = 0; position < rows; position++) {
      const length = values[from++] ?? 0
      for (let number = 0, at = 0; at < length; at++) {
        number += values[from++] ?? 0
        numbers[end++] = number
      }
      ends[position] = end
    }
    return new IdListColumn(stored.words?.[0] ?? '', numbers, ends)
  },
}

/** Seven bits to a byte, the lowest first. The highest bit says that another byte follows (LEB128). */
function encodeVarints(values: number[]): Uint8Array {
  const bytes: number[] = []
  for (let value of values) {
    for (; value > 0x7f; value = value >>> 7) bytes.push((value & 0x7f) | 0x80)
    bytes.push(value)
  }
  return Uint8Array.from(bytes)
}

function decodeVarints(bytes: Uint8Array): Uint32Array {
  const values = new Uint32Array(bytes.length)
  let count = 0
  let value = 0
  let shift = 0
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift
    shift += 7
    if (byte > 0x7f) continue
    values[count++] = value >>> 0
    value = 0
    shift = 0
  }
  return values.subarray(0, count)
}
