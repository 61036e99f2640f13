/** What fields mean that several kinds of objects have. */
export const commonDescriptions = {
  data: 'The rows of the page.',
  pagination: 'Where the page is in the whole list.',
  error: 'What went wrong.',
  'error.code': 'For programs: it never changes.',
  'error.message': 'For people: one sentence. It may change.',
  'error.field': 'The field, parameter or header that is at fault, such as `line_items[2].quantity_ordered`.',
  created_at: 'When it was created: ISO 8601, UTC, with milliseconds.',
  updated_at: 'When it was changed last: ISO 8601, UTC, with milliseconds.',
  created_by: 'The id of the user who created it, or `system`.',
  user_id: 'The id of the user whose key was used, or `system`.',
  request_id: 'The `X-Request-Id` of the request that made the change, or the id of a run of the service itself.',
  item_id: 'The id of the item.',
  sku: 'The SKU of the item.',
}
