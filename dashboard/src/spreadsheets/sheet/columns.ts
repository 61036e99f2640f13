import { type Mapping, mapColumns } from '../../../../spreadsheets/sheet/mapping'
import { recallColumns, rememberColumns } from './remembered'

/** The fields of a file, each with the names under which its column is found. */
export type Fields<Field extends string> = Record<Field, readonly string[]>

/** The columns as they were chosen for such a file before, or as they are found by their names. */
export function guessColumns<Field extends string>(
  place: string,
  header: string[],
  fields: Fields<Field>,
): Mapping<Field> {
  const recalled = recallColumns(place, header)
  const chosen = Object.entries(recalled ?? {}).filter(([field]) => field in fields)
  try {
    return mapColumns(
      header,
      fields,
      chosen.map(([field, column]) => `${field}=${column ?? ''}`),
    )
  } catch {
    // Two columns have the same name: somebody must choose.
    return new Map()
  }
}

/** The mapping with another column for a field. -1: it is left out. */
export function chooseColumn<Field extends string>(
  mapping: Mapping<Field>,
  field: Field,
  column: number,
): Mapping<Field> {
  const next = new Map(mapping)
  if (column === -1) next.delete(field)
  else next.set(field, column)
  return next
}

export function keepColumns<Field extends string>(
  place: string,
  header: string[],
  fields: Fields<Field>,
  mapping: Mapping<Field>,
): void {
  const columnOf = (field: Field) => {
    const index = mapping.get(field)
    return index === undefined ? null : (header[index] ?? null)
  }
  const columns = (Object.keys(fields) as Field[]).map((field) => [field, columnOf(field)])
  rememberColumns(place, header, Object.fromEntries(columns))
}
