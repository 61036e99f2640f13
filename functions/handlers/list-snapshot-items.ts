import { renderItem } from '../contract/item'
import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listSnapshotItems } from '../operations/snapshots/snapshot-items'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['list-snapshot-items'], async ({ context, params, query }) => {
  const { rows, ...page } = await listSnapshotItems(context, params.id, query)
  return { body: renderPage({ ...page, rows: rows.map(renderItem) }) }
})
