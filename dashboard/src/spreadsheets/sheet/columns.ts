import { type Mapping, mapColumns } from '../../../../spreadsheets/sheet/mapping'
import { browserStorage } from '../../browser/storage'
import { isSame } from '../../parts/difference'

/** The fields of a file, each with the names under which its column is found. */
export type Fields<Field extends string> = Record<Field, readonly string[]>

/** The columns as they were chosen for such a file before, or as they are found by their names. */
export function guessColumns<Field extends string>(
  place: string,
  header: string[],
  fields: Fields<Field>,
): Mapping<Field> {
  const recalled = readAll(place).find((each) => isSame(each.header, header))
  const chosen = Object.entries(recalled?.columns ?? {}).filter(([field]) => field in fields)
  return mapColumns(
    header,
    fields,
    chosen.map(([field, column]) => `${field}=${column ?? ''}`),
    () => {},
  )
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

/** The columns that somebody chose for a file with this header, by field. Null: the field is left out. */
type Remembered = { header: string[]; columns: Record<string, string | null> }

/** For so many files, which were mapped last, columns are remembered in this browser. */
const fileLimit = 20

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
  const others = readAll(place).filter((each) => !isSame(each.header, header))
  const all: Remembered[] = [{ header, columns: Object.fromEntries(columns) }, ...others]
  browserStorage.setItem(nameOf(place), JSON.stringify(all.slice(0, fileLimit)))
}

export function forgetColumns(): void {
  for (const name of browserStorage.listNames()) if (name.startsWith(nameOf(''))) browserStorage.removeItem(name)
}

function readAll(place: string): Remembered[] {
  return JSON.parse(browserStorage.getItem(nameOf(place)) ?? '[]')
}

const nameOf = (place: string) => `columns of ${place}`
