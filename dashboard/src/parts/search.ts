import { isDay } from './typed-day'

/** A search is sent when nobody has typed for so long, in milliseconds. */
export const pauseMs = 300

/** What an address shows, with another value of this name: a list then begins at its first page. */
export function changeSearch(kept: object, name: string, value: unknown) {
  return Object.fromEntries([...Object.entries(kept), ['offset', undefined], [name, value]])
}

type Kind = readonly string[] | 'text' | 'day' | 'flag' | 'offset'
type ValueOf<Of extends Kind> = Of extends readonly (infer Word)[]
  ? Word
  : { text: string; day: string; flag: true; offset: number }[Exclude<Of, readonly string[]>]

/** What an address shows, by the kinds of its values. */
export type SearchOf<Kinds extends Record<string, Kind>> = { [Name in keyof Kinds]?: ValueOf<Kinds[Name]> }

/** Reads an address. What is nothing of it is left out, so that a link that is broken opens the page. */
export function makeParse<const Kinds extends Record<string, Kind>>(kinds: Kinds) {
  return (given: Record<string, unknown>): SearchOf<Kinds> =>
    Object.fromEntries(
      Object.entries(kinds)
        .map(([name, kind]) => [name, readValue(kind, given[name])])
        .filter(([, value]) => value !== undefined),
    )
}

function readValue(kind: Kind, value: unknown): string | number | true | undefined {
  if (typeof kind === 'object') return kind.find((word) => word === value)
  if (kind === 'flag') return value === true || undefined
  if (kind === 'offset') return Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
  // A text of digits comes as a number.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return kind === 'text' ? text || undefined : isDay(text) ? text : undefined
}

/** How many rows a page of a list has. */
export const pageSize = 25
