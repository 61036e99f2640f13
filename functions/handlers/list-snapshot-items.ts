import { renderItem } from '../contract/item'
import { renderPage } from '../contract/page'
import { mapPage } from '../domain/list'
import { handleRead } from '../http/handle'
import { listSnapshotItems } from '../operations/snapshots/snapshot-items'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['list-snapshot-items'], async ({ context, params, query }) => ({
  body: renderPage(mapPage(await listSnapshotItems(context, params.id, query), renderItem)),
}))
