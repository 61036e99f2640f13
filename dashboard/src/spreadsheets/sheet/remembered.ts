import { browserStorage } from '../../parts/storage'

/** The columns that somebody chose for a file with this header, by field. Null: the field is left out. */
type Remembered = { header: string[]; columns: Record<string, string | null> }

const kept = 20

/** The columns that were chosen for a file with the same header before. */
export function recallColumns(place: string, header: string[]): Record<string, string | null> | null {
  return readAll(place).find((each) => isSame(each.header, header))?.columns ?? null
}

/** Remembers them in this browser, for the files that were mapped last. */
export function rememberColumns(place: string, header: string[], columns: Record<string, string | null>): void {
  const others = readAll(place).filter((each) => !isSame(each.header, header))
  browserStorage.setItem(nameOf(place), JSON.stringify([{ header, columns }, ...others].slice(0, kept)))
}

function readAll(place: string): Remembered[] {
  return JSON.parse(browserStorage.getItem(nameOf(place)) ?? '[]')
}

const nameOf = (place: string) => `columns of ${place}`

const isSame = (one: string[], other: string[]) => JSON.stringify(one) === JSON.stringify(other)
