/** What the values of fields are, by their kind. A `?` marks a field that may be unset: then it is null. */
export type FieldValues = {
  text: string
  /** A text that is compared as a whole, such as a SKU. */
  code: string
  /** From 0 to `maxQuantity`. */
  quantity: number
  /** From 1 to `maxQuantity`. */
  positive: number
  /** Counts from 0 on, and is no stock. */
  count: number
  /** ISO 8601, UTC, with milliseconds. */
  time: string
  'text?': string | null
  'code?': string | null
  'quantity?': number | null
  'time?': string | null
  /** A UTC day, such as `2026-03-14`. */
  'date?': string | null
  /** ISO 4217. */
  'currency?': string | null
  'email?': string | null
  /** A decimal text, such as `2.50`. */
  'amount?': string | null
}

/**
 * A field of a row.
 * - `request`: what a request may say of it. With `set`, clients set it; with `compare`, they get it, and may send it
 *   back as it is; with null, they do not have it.
 * - `max`: how many characters a text has at most.
 * - `lines`: a text may have line breaks.
 * - `computed`: the row does not have it. It is computed from the lines of an order.
 * - `audit`: an audit entry shows its changes.
 * - `filter`, `search`: a list can be of the rows that have exactly one value there, or that contain a text there. A
 *   field with `search` has a column of texts.
 * - `label`: its name as people read it.
 */
export type Field<Kind extends string = keyof FieldValues> = {
  kind: Kind
  request: 'set' | 'compare' | null
  max?: number
  lines?: true
  computed?: true
  audit?: true
  filter?: true
  search?: true
  label?: string
}

/** How a list keeps the values of a field in memory, and a base in chunks. */
type ColumnName = 'text' | 'dictionary' | 'integer' | 'count' | 'number' | 'time' | 'status'

/**
 * A field that log rows and chunks keep in packed forms.
 * - `place`: where it stands among the others.
 * - `column`: a dictionary is for words that many rows share. Null where several columns have it.
 * - `since`: the version of the forms that has it first. 1 where it is left out. A later one may be unset, since rows
 *   of the versions before do not have it.
 */
type PackedField<Kind extends string = keyof FieldValues> = Field<Kind> & {
  place: number
  column: ColumnName | `${ColumnName}?` | null
} & ({ kind: Extract<Kind, `${string}?`>; since?: number } | { kind: Exclude<Kind, `${string}?`> })

export type Fields<Kind extends string = keyof FieldValues> = { readonly [name: string]: Field<Kind> }
export type PackedFields<Kind extends string = keyof FieldValues> = { readonly [name: string]: PackedField<Kind> }
type AnyFields = Fields<string>

/** The values of the fields of a table. `Values` has those of each kind. */
export type ValuesOf<Table extends AnyFields, Values = FieldValues> = {
  -readonly [Name in keyof Table]: Values[Table[Name]['kind'] & keyof Values]
}

type PropertyOf<Entry, Key extends PropertyKey> = Entry extends { readonly [Each in Key]: infer Value }
  ? Value
  : undefined

/** The names of the fields that have one of `Wanted` under `Key`. */
export type NamesOf<Table, Key extends PropertyKey, Wanted> = {
  [Name in keyof Table]: PropertyOf<Table[Name], Key> extends Wanted ? Name : never
}[keyof Table] &
  string

/** The fields that have `wanted` under `key`, in their order. */
export function pickFields<
  const Table extends AnyFields,
  Key extends keyof Field,
  const Wanted extends Field<string>[Key],
>(table: Table, key: Key, wanted: Wanted): Pick<Table, NamesOf<Table, Key, Wanted>> {
  const entries = Object.entries(table).filter(([, field]) => field[key] === wanted)
  return Object.fromEntries(entries) as Pick<Table, NamesOf<Table, Key, Wanted>>
}

/** The names of the fields that have `wanted` under `key`, in their order. */
export function listNames<
  const Table extends AnyFields,
  Key extends keyof Field,
  const Wanted extends Field<string>[Key],
>(table: Table, key: Key, wanted: Wanted): NamesOf<Table, Key, Wanted>[] {
  return Object.keys(pickFields(table, key, wanted)) as NamesOf<Table, Key, Wanted>[]
}

type Makers<Table, Key extends keyof Table[keyof Table]> = {
  [Kind in Table[keyof Table][Key] & string]: (
    field: Extract<Table[keyof Table], { [Each in Key]: Kind }>,
    name: keyof Table & string,
  ) => unknown
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
  const Table extends AnyFields,
  Key extends keyof Table[keyof Table] & string,
  By extends Makers<Table, Key>,
>(table: Table, key: Key, makers: By): Made<Table, Key, By> {
  const make: Record<string, (field: never, name: never) => unknown> = makers
  return Object.fromEntries(
    Object.entries(table).map(([name, field]) => [
      name,
      make[Reflect.get(field, key)]?.(field as never, name as never),
    ]),
  ) as Made<Table, Key, By>
}
