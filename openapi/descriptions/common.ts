/** What fields mean that several kinds of objects have. */
export const commonDescriptions = {
  data: 'The rows of the page.',
  pagination: 'Where the page is in the list.',
  error: 'What went wrong.',
  'error.code': 'For programs: it never changes.',
  'error.message': 'For people: one sentence. It may change.',
  'error.field': 'The field, parameter or header that is at fault, such as `line_items[2].quantity_ordered`.',
  created_at: 'When it was created.',
  updated_at: 'When it was changed last.',
  created_by: 'The id of the user who created it, or `system`.',
  user_id: 'The id of the user whose key was used, or `system`.',
  request_id: 'The `X-Request-Id` of the request that made the change, or the id of a run of the service itself.',
  item_id: 'The id of the item.',
  sku: 'The SKU of the item.',
}

/** What the fields of a page mean. */
export const pageDescriptions = {
  ValueCount: 'A value, and how many have it.',
  'ValueCount.name': 'The value: a location or a supplier.',
  'ValueCount.count': 'How many items, or orders, have it.',
  ValueCounts: 'The values that there are.',
  'ValueCounts.data': 'The most frequent first, at most 500.',
  Pagination: 'Where the page is in the list.',
  total: 'How many rows the whole list has. It is exact.',
  limit: 'How many rows a page has at most.',
  offset: 'How many rows are before this page.',
  has_more: '`true` if rows follow this page.',
}

/** What the body of an error means. Its fields are also in the rows of a batch. */
export const problemDescriptions = { Problem: 'The body of every answer that is not a success.' }

/** Descriptions that count in some schemas alone: `{ 'CreateItem.quantity': … }`. */
export function forSchemas(schemas: string[], descriptions: { [field: string]: string }): { [field: string]: string } {
  return Object.fromEntries(
    schemas.flatMap((schema) => Object.entries(descriptions).map(([field, text]) => [`${schema}.${field}`, text])),
  )
}

/** The description of fields that clients may send back, but not change. */
export function describeReadOnly(fields: readonly string[]): { [field: string]: string } {
  return Object.fromEntries(fields.map((field) => [field, 'Read-only: as stored.']))
}
