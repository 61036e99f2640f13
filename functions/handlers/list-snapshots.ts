import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listSnapshots } from '../operations/snapshots/read-snapshots'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['list-snapshots'], async ({ context, query }) => ({
  body: renderPage(await listSnapshots(context, query)),
}))
