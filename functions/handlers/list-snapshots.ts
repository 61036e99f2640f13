import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listSnapshots } from '../store/snapshots/snapshots'

export const handler = handle(routes['list-snapshots'], async ({ table, caller, query }) => ({
  body: pageReply(await listSnapshots(table, caller.companyId, query)),
}))
