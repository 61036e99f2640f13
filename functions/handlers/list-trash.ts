import { pageReply } from '../contract/page'
import { type Item, purgeAt } from '../domain/item'
import { handle } from '../http/handle'
import { requestCompaction } from '../http/later'
import { routes } from '../routes'
import { listItems } from '../store/items/items'

export const handler = handle(routes['list-trash'], async ({ table, caller, query }) => {
  const { rows, ...page } = await listItems(
    table,
    caller.companyId,
    { ...query, sort: query.sort ?? '-deleted_at' },
    'trash',
    requestCompaction,
  )
  return { body: pageReply({ ...page, rows: rows.map(trashed) }) }
})

function trashed(item: Item) {
  const purge = purgeAt(item)
  if (purge === null) throw new Error('a live item is in the list of trash')
  return {
    ...item,
    deleted_at: item.deleted_at ?? '',
    deleted_by: item.deleted_by ?? '',
    purge_at: new Date(purge).toISOString(),
  }
}
