import { pageReply } from '../contract/page'
import { requestCompaction } from '../http/compaction'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listItems } from '../store/items'

export const handler = handle(routes['list-items'], async ({ table, caller, query }) => ({
  body: pageReply(await listItems(table, caller.companyId, query, 'live', requestCompaction)),
}))
