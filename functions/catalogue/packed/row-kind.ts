import type { ColumnSet, Columns, Values } from './column-set'

/**
 * The types of one kind of rows: items, or order headers. `row` is what lists have, `values` what of it is packed (all
 * but the id), and `columns` what that is packed into.
 */
export type RowTypes = {
  row: { id: string; rev: number; updated_at: string }
  values: Values
  columns: Columns & { rev: Uint32Array; created_at: Float64Array; updated_at: Float64Array; deleted_at: Float64Array }
  filter: object
  sort: string
}

/** `ids`: the ULIDs of the ids (26 characters each, without prefix), joined, in ascending order. */
export type PackedRows<Types extends RowTypes> = { count: number; ids: string; columns: Types['columns'] }

/** What a catalogue has to know of its rows. */
export type RowKind<Types extends RowTypes> = {
  /** Of the ids. */
  prefix: string
  columns: ColumnSet<Types['values'], Types['columns']>
  flatten: (row: Types['row']) => Types['values']
  restore: (id: string, values: Types['values']) => Types['row']
  /** True where the filter selects among the rows that were deleted. Else it selects among the others. */
  wantsDeleted: (filter: Types['filter']) => boolean
  /** Clears the marks of the rows that do not match. Rows that were deleted are marked only where they are wanted. */
  keepMatches: (rows: PackedRows<Types>, filter: Types['filter'], marks: Uint8Array) => void
  /** The same for a row that is not packed. */
  makeMatcher: (filter: Types['filter']) => (row: Types['row']) => boolean
  /** Equal for filters that select the same rows of a base. Null where that depends on the time. */
  nameFilter: (filter: Types['filter']) => object | null
  parseSort: (sort: Types['sort']) => Sort
  /** True where no list will show the row again. */
  isGone: (row: Types['row'], now: number) => boolean
}

export type Sort = { field: string; direction: 1 | -1 }
