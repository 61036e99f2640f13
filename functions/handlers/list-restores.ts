import { renderPage } from '../contract/page'
import { renderRestore } from '../contract/restore'
import { handleRead } from '../http/handle'
import { listRestores } from '../operations/snapshots/read-restores'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['list-restores'], async ({ context, query }) => {
  const { rows, ...page } = await listRestores(context, query)
  return { body: renderPage({ ...page, rows: rows.map(renderRestore) }) }
})
