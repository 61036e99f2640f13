/** What the fields of a page mean. */
export const pageDescriptions = {
  Pagination: 'Where the page is in the whole list.',
  total: 'How many rows the whole list has. It is exact.',
  limit: 'How many rows a page has at most.',
  offset: 'How many rows are before this page.',
  has_more: '`true` if rows follow this page.',
}
