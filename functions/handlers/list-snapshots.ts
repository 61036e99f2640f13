import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { listSnapshots } from '../operations/snapshots/get-snapshot'
import { routes } from '../routes'

export const handler = handle(routes['list-snapshots'], async ({ context, query }) => ({
  body: pageReply(await listSnapshots(context, query)),
}))
