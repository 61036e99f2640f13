import { renderPage } from '../contract/page'
import { renderRestore } from '../contract/restore'
import { mapPage } from '../domain/list'
import { handleRead } from '../http/handle'
import { listRestores } from '../operations/snapshots/read-restores'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['list-restores'], async ({ context, query }) => ({
  body: renderPage(mapPage(await listRestores(context, query), renderRestore)),
}))
