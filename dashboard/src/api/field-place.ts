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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
