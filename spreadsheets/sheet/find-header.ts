import { readHeader, simplify } from './mapping'
import type { SheetRow } from './sheet'

/** What a header names: each field by one of its names, those that are required, and what `--map` says. */
export type Columns = {
  fields: Record<string, readonly string[]>
  required: readonly string[]
  map?: readonly string[]
}

/** Titles above a header are fewer lines than this. */
const searchedRows = 100

/** The index of the first row that names what is required and what is mapped, or -1. */
export function findHeader(rows: SheetRow[], { fields, required, map = [] }: Columns): number {
  const chosen = new Map(map.map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1).trim()]))
  return rows.slice(0, searchedRows).findIndex(({ cells }) => {
    const columns = readHeader(cells)
    const names = columns.map(simplify)
    const has = (field: string) => chosen.has(field) || fields[field]?.some((name) => names.includes(name))
    return [...chosen.values()].every((column) => column === '' || columns.includes(column)) && required.every(has)
  })
}
