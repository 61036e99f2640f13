/**
 * Where a field that the API names stands in the values of a form: `line_items.3.notes` for `line_items[3].notes`.
 * A field that holds a list stands for its entries: `events` for `events[0]`. Null: it is not in the form.
 */
export function findPlace(field: string, values: object): string | null {
  const path: string[] = []
  let found: string | null = null
  let at: unknown = values
  for (const name of field.split(/[.[\]]+/)) {
    if (!isRecord(at) || !Object.hasOwn(at, name)) break
    path.push(name)
    if (!Array.isArray(at)) found = path.join('.')
    at = at[name]
  }
  return found
}

/** The API's message for the place at its field: without the name of the field, and in words of people. */
export function nameFault(message: string): string {
  const said = message
    .replace(/^(The '[^']*' field|\w+_\w+) /, '')
    .replace(/an? (positive )?integer/, 'a $1whole number')
    .replace(/a decimal string such as "([\d.]+)"/, 'an amount such as $1')
    .replace('an ISO 4217 code', 'a currency code')
  return said.slice(0, 1).toUpperCase() + said.slice(1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
