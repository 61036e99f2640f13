/** Descriptions that count in some schemas alone: `{ 'CreateItem.quantity': … }`. */
export function forSchemas(schemas: string[], descriptions: { [field: string]: string }): { [field: string]: string } {
  return Object.fromEntries(
    schemas.flatMap((schema) => Object.entries(descriptions).map(([field, text]) => [`${schema}.${field}`, text])),
  )
}

/** The description of fields that clients may send back, but not change. */
export function describeReadOnly(fields: readonly string[]): { [field: string]: string } {
  return Object.fromEntries(fields.map((field) => [field, 'Read-only: as it is stored, or left out.']))
}
