/** What an address shows, with another value of this name: a list then begins at its first page. */
export function changeSearch(kept: object, name: string, value: unknown) {
  return Object.fromEntries([...Object.entries(kept), ['offset', undefined], [name, value]])
}

/** Where the page of a list begins. */
export function parseOffset(given: Record<string, unknown>): { offset?: number } {
  const offset = Number(given.offset)
  return Number.isInteger(offset) && offset > 0 ? { offset } : {}
}

/** A text of digits comes as a number. */
export function parseTexts<Name extends string>(
  given: Record<string, unknown>,
  names: Name[],
): { [name in Name]?: string } {
  const texts: { [name in Name]?: string } = {}
  for (const name of names) {
    const value = given[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') texts[name] = String(value)
  }
  return texts
}
