import type { SortValue } from '../../domain/list'

/** As it is stored: `words` of a dictionary column. */
export type StoredColumn = { bytes: Uint8Array; words?: string[] | undefined }

/** The order in which columns are stored, and the bytes of a row: null where they differ from row to row. */
const rowBytes = { number: 8, signed: 4, unsigned: 4, words: 4, text: null } as const
type Storage = keyof typeof rowBytes

/** What the values of one field are packed into. Each kind has its own. */
export type Column = object

/**
 * Which rows of two columns, in which order: `n` from 0 is position `n` of the first one, and `~n`, which is below 0,
 * is position `n` of the second one.
 */
export type MergeSelection = Int32Array

/** Packs the values of one field for many rows, and gets a value back by its position. */
export interface ColumnKind<Value, Packed extends Column> {
  storage: Storage
  pack(values: Value[]): Packed
  get(column: Packed, position: number): Value
  /** What `pack` would make of the selected values. */
  merge(first: Packed, second: Packed, selection: MergeSelection): Packed
  /** The value that lists are sorted by. Texts are folded. */
  getSortValue(column: Packed, position: number): SortValue
  /** The same of a value that is not packed. */
  toSortValue(value: Value): SortValue
  countBytes(column: Packed): number
  store(column: Packed): StoredColumn
  load(stored: StoredColumn, rows: number): Packed
}

/** The selected ones of the values that `get` gets, one after the other. */
export function mergeValues<Value, Packed>(
  get: (column: Packed, position: number) => Value,
  first: Packed,
  second: Packed,
  selection: MergeSelection,
): Value[] {
  return Array.from(selection, (at) => (at >= 0 ? get(first, at) : get(second, ~at)))
}

/** Shares the memory of the numbers. */
export function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** An array needs bytes of its own: those of a chunk may begin anywhere. */
export function copyBytes({ bytes }: StoredColumn): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

export type Values = { [field: string]: unknown }
export type Columns = { [field: string]: Column }
/** A kind of column for each field. If one is missing, the code does not compile. */
type ColumnKinds<Packed extends Values, Into extends Columns> = {
  [Field in keyof Packed & string]: ColumnKind<Packed[Field], Into[Field] & Column>
}
/** What kinds of columns pack into. */
export type ColumnsOf<Kinds> = {
  [Field in keyof Kinds]: Kinds[Field] extends { pack(values: never[]): infer Packed } ? Packed : never
}
type AnyKind = ColumnKind<unknown, Column>
/** `since`: 1 where it is left out. */
type StoredField = { place: number; since?: number }

/** Packs the fields of many rows into columns, and gets them back by the row's position. */
export class ColumnSet<Packed extends Values, Into extends Columns> {
  private readonly kinds: Map<string, AnyKind>
  private readonly versions: Map<string, number>
  /** Of the form in which the columns are stored: the one that has all fields. */
  readonly version: number

  /** `fields` says for each field where it is stored, and which version of the stored form has it first. */
  constructor(kinds: ColumnKinds<Packed, Into>, fields: { readonly [Field in keyof Packed]: StoredField }) {
    const stored = new Map<string, StoredField>(Object.entries(fields))
    const placeOf = (field: string) => select(stored, field).place
    this.kinds = new Map(Object.entries<AnyKind>(kinds).sort(([a], [b]) => placeOf(a) - placeOf(b)))
    this.versions = new Map([...stored].map(([field, { since = 1 }]) => [field, since]))
    this.version = Math.max(...this.versions.values())
  }

  pack(rows: Packed[]): Into {
    return this.make((field, kind) => kind.pack(rows.map((values) => values[field])))
  }

  get(columns: Into, position: number): Packed {
    const values: Values = {}
    for (const [field, kind] of this.kinds) values[field] = kind.get(select(columns, field), position)
    return values as Packed
  }

  /** The selected rows of both. One column after the other: no row is unpacked. */
  merge(first: Into, second: Into, selection: MergeSelection): Into {
    return this.make((field, kind) => kind.merge(select(first, field), select(second, field), selection))
  }

  /** The value that lists are sorted by. Texts are folded. */
  getSortValue(columns: Into, field: string, position: number): SortValue {
    return select(this.kinds, field).getSortValue(select(columns, field), position)
  }

  /** The same of a row that is not packed. */
  toSortValue(values: Packed, field: string): SortValue {
    return select(this.kinds, field).toSortValue(values[field])
  }

  countBytes(columns: Into): number {
    return [...this.kinds].reduce((sum, [field, kind]) => sum + kind.countBytes(select(columns, field)), 0)
  }

  /** The bytes of a row in all columns of a version where they do not differ from row to row. */
  countRowBytes(version: number): number {
    return this.listStored(version).reduce((sum, [, { storage }]) => sum + (rowBytes[storage] ?? 0), 0)
  }

  /** `fixed`: the columns with as many bytes for each row. `words`: those of each dictionary by its field. */
  store(columns: Into): { fixed: Uint8Array[]; varied: Uint8Array[]; words: { [field: string]: string[] } } {
    const stored = this.listStored(this.version).map(([field, kind]) => ({
      field,
      varies: rowBytes[kind.storage] === null,
      ...kind.store(select(columns, field)),
    }))
    const bytesOf = (varied: boolean) => stored.filter(({ varies }) => varies === varied).map(({ bytes }) => bytes)
    const words = Object.fromEntries(stored.flatMap(({ field, words }) => (words ? [[field, words]] : [])))
    return { fixed: bytesOf(false), varied: bytesOf(true), words }
  }

  /**
   * `take` is called in the order of storage. Its `bytes` are null where they differ from row to row. A field that the
   * version does not have is null in each row.
   */
  load(
    { count, version }: { count: number; version: number },
    take: (bytes: number | null, field: string) => StoredColumn,
  ): Into {
    const loaded = new Map(
      this.listStored(version).map(([field, kind]) => {
        const bytes = rowBytes[kind.storage]
        return [field, kind.load(take(bytes && bytes * count, field), count)]
      }),
    )
    return this.make((field, kind) => loaded.get(field) ?? kind.pack(new Array(count).fill(null)))
  }

  /** The columns of a version, in the order of storage. */
  private listStored(version: number): [field: string, AnyKind][] {
    const storages = Object.keys(rowBytes)
    return [...this.kinds]
      .filter(([field]) => select(this.versions, field) <= version)
      .sort(([, a], [, b]) => storages.indexOf(a.storage) - storages.indexOf(b.storage))
  }

  private make(makeColumn: (field: string, kind: AnyKind) => Column): Into {
    return Object.fromEntries([...this.kinds].map(([field, kind]) => [field, makeColumn(field, kind)])) as Into
  }
}

function select<Value>(from: { [field: string]: Value } | Map<string, Value>, field: string): Value {
  const value = from instanceof Map ? from.get(field) : from[field]
  if (value === undefined) throw new RangeError(`there is no column ${field}`)
  return value
}
