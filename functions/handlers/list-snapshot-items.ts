import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listSnapshotItems } from '../store/snapshots/snapshot-items'

export const handler = handle(routes['list-snapshot-items'], async ({ table, caller, params, query }) => ({
  body: pageReply(await listSnapshotItems(table, caller.companyId, params.id, query)),
}))
