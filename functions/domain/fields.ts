/** What the values of fields are, by their kind. A `?` marks a field that may be unset: then it is null. */
export type FieldValues = {
  text: string
  /** A text that is compared as a whole, such as a SKU. */
  code: string
  /** From 0 to `maxQuantity`. */
  quantity: number
  /** Counts from 0 on, and is no stock. */
  count: number
  /** ISO 8601, UTC, with milliseconds. */
  time: string
  'text?': string | null
  'code?': string | null
  'quantity?': number | null
  'time?': string | null
}

/** What may be unset. A field that comes later is one of these: rows from before do not have it. */
type OptionalKind = Extract<keyof FieldValues, `${string}?`>

/** How a list keeps the values of a field in memory, and a base in chunks. */
type ColumnName = 'text' | 'text?' | 'dictionary' | 'dictionary?' | 'integer' | 'integer?' | 'count' | 'time' | 'time?'

/**
 * A field of a row.
 * - `request`: what a request may say of it. With `set`, clients set it; with `compare`, they get it, and may send it
 *   back as it is; with null, they do not have it.
 * - `max`: how many characters a text has at most.
 * - `packed`: its place in the packed form of log rows, from 0. Null where that does not have it.
 * - `since`: the version of the packed form and of chunks that has it first. 1 where it is left out.
 * - `column`: a dictionary is for words that many rows share.
 * - `filter`, `search`: a list can be of the rows that have exactly one value there, or that contain a text there.
 * - `label`: its name as people read it.
 */
export type Field = {
  request: 'set' | 'compare' | null
  max?: number
  packed: number | null
  column: ColumnName
  filter?: true
  search?: true
  label?: string
} & ({ kind: Exclude<keyof FieldValues, OptionalKind> } | { kind: OptionalKind; since?: number })

export type Fields = { readonly [name: string]: Field }

/** The values of the fields of a table. */
export type ValuesOf<Table extends Fields> = { -readonly [Name in keyof Table]: FieldValues[Table[Name]['kind']] }

/** The names of the fields that have one of these under `Key`. */
export type NamesOf<Table, Key extends PropertyKey, Wanted> = {
  [Name in keyof Table]: Table[Name] extends { [Each in Key]: Wanted } ? Name : never
}[keyof Table] &
  string

/** The fields that have `wanted` under `key`, in their order. */
export function pickFields<const Table extends Fields, Key extends keyof Field, const Wanted extends Field[Key]>(
  table: Table,
  key: Key,
  wanted: Wanted,
): Pick<Table, NamesOf<Table, Key, Wanted>> {
  const entries = Object.entries(table).filter(([, field]) => field[key] === wanted)
  return Object.fromEntries(entries) as Pick<Table, NamesOf<Table, Key, Wanted>>
}

/** The names of the fields that have `wanted` under `key`, in their order. */
export function listNames<const Table extends Fields, Key extends keyof Field, const Wanted extends Field[Key]>(
  table: Table,
  key: Key,
  wanted: Wanted,
): NamesOf<Table, Key, Wanted>[] {
  return Object.keys(pickFields(table, key, wanted)) as NamesOf<Table, Key, Wanted>[]
}

type Makers<Table, Key extends keyof Table[keyof Table]> = {
  [Kind in Table[keyof Table][Key] & string]: (field: Extract<Table[keyof Table], { [Each in Key]: Kind }>) => unknown
}
type Made<Table, Key extends keyof Table[keyof Table], By> = {
  -readonly [Name in keyof Table]: Table[Name][Key] extends infer Kind extends keyof By
    ? By[Kind] extends (...field: never[]) => infer Result
      ? Result
      : never
    : never
}

/** What the maker of its kind makes of each field. The kind is what the field has under `key`. */
export function mapFields<
  const Table extends { readonly [name: string]: object },
  Key extends keyof Table[keyof Table] & string,
  By extends Makers<Table, Key>,
>(table: Table, key: Key, makers: By): Made<Table, Key, By> {
  const make: Record<string, (field: never) => unknown> = makers
  return Object.fromEntries(
    Object.entries(table).map(([name, field]) => [name, make[Reflect.get(field, key)]?.(field as never)]),
  ) as Made<Table, Key, By>
}
