import { foldText } from './fold'

export type PageRequest = { limit: number; offset: number }

/** `total` counts the rows of the whole list. */
export type Page<Row> = PageRequest & { rows: Row[]; total: number }

/** The same page of what `map` makes of its rows. */
export function mapPage<Row, Shown>({ rows, ...page }: Page<Row>, map: (row: Row) => Shown): Page<Shown> {
  return { ...page, rows: rows.map(map) }
}

export function slicePage<Row>(rows: Row[], { limit, offset }: PageRequest): Page<Row> {
  return { rows: rows.slice(offset, offset + limit), total: rows.length, limit, offset }
}

/** What passes the test of every filter that is given. `tests` has one for each field of the filter. */
export function makeMatcher<Row, Filter extends object>(
  filter: Filter,
  tests: Record<keyof Filter, (row: Row) => boolean>,
): (row: Row) => boolean {
  const given = (Object.keys(tests) as (keyof Filter)[]).filter((name) => filter[name] !== undefined)
  return (row) => given.every((name) => tests[name](row))
}

export type SortOrder<Field extends string = string> = { field: Field; direction: 1 | -1 }

/** A `-` before the field means descending. */
export function parseSort<Field extends string>(sort: Field | `-${Field}`): SortOrder<Field> {
  return { field: sort.replace(/^-/, '') as Field, direction: sort.startsWith('-') ? -1 : 1 }
}

/** Ties are sorted by id. */
export function makeComparator<Row extends { id: string }, Field extends string>(
  sort: Field | `-${Field}`,
  value: (row: Row, field: Field) => string | number | null,
): (a: Row, b: Row) => number {
  const { field, direction } = parseSort(sort)
  const sortable = (row: Row) => foldValue(value(row, field))
  return (a, b) => compareValues(sortable(a), sortable(b), direction) || compareCodePoints(a.id, b.id)
}

/** Texts are folded. */
export type SortValue = string | number | null

export function foldValue(value: SortValue): SortValue {
  return typeof value === 'string' ? foldText(value) : value
}

/** Nulls come last in both directions. */
export function compareValues(a: SortValue, b: SortValue, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b)
  return direction * compareCodePoints(String(a), String(b))
}

/** By Unicode code point. JavaScript's `<` compares UTF-16 units, which puts surrogate pairs too early. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rankUnit(left) - rankUnit(right)
  }
  return a.length - b.length
}

/** Surrogate pairs encode code points above U+FFFF, so their units rank last. */
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** A value that rows have, and how many of them have it. */
export type ValueCount = { name: string; count: number }

/** A person who chooses among more types a part of the name. */
const maxValues = 500

/** The values that most rows have come first, at most 500. */
export function rankValues(counts: Map<string, number>): ValueCount[] {
  const all = [...counts].map(([name, count]) => ({ name, count }))
  return all.sort((a, b) => b.count - a.count || compareCodePoints(a.name, b.name)).slice(0, maxValues)
}

/** How many of the first indexes below `count` pass. `passes` must be true up to some index and false after it. */
export function countPassing(count: number, passes: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) low = middle + 1
    else high = middle
  }
  return low
}
