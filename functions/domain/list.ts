export type PageRequest = { limit: number; offset: number }

/** One page of a list, and how many rows the whole list has. */
export type Page<Row> = PageRequest & { rows: Row[]; total: number }

export function page<Row>(rows: Row[], { limit, offset }: PageRequest): Page<Row> {
  return { rows: rows.slice(offset, offset + limit), total: rows.length, limit, offset }
}

/** What a sort such as `-name` says: its field, and 1 for ascending, -1 for descending. */
export function sortOrder<Field extends string>(sort: Field | `-${Field}`): { field: Field; direction: 1 | -1 } {
  return { field: sort.replace(/^-/, '') as Field, direction: sort.startsWith('-') ? -1 : 1 }
}

/** An order by one field, `-` in front of it for descending: nulls last in both directions, ties by id. */
export function sortedBy<Row extends { id: string }, Field extends string>(
  sort: Field | `-${Field}`,
  value: (row: Row, field: Field) => string | number | null,
): (a: Row, b: Row) => number {
  const { field, direction } = sortOrder(sort)
  const sortable = (row: Row) => foldedValue(value(row, field))
  return (a, b) => byValue(sortable(a), sortable(b), direction) || byCodePoints(a.id, b.id)
}

/** What a list is sorted by; texts are folded. */
export type SortValue = string | number | null

export function foldedValue(value: SortValue): SortValue {
  return typeof value === 'string' ? folded(value) : value
}

/** Lower case, whatever stands around: JavaScript makes another sigma of the one that ends a word. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** Compares folded values, nulls last in both directions. */
export function byValue(a: SortValue, b: SortValue, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b)
  return direction * byCodePoints(String(a), String(b))
}

/** Compares by Unicode code point: JavaScript's own `<` compares UTF-16 units, which puts surrogate pairs too early. */
export function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Units of surrogate pairs stand above U+FFFF, so they rank after every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
