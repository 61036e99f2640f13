import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { requestCompaction } from '../http/later'
import { routes } from '../routes'
import { listItems } from '../store/items/items'

export const handler = handle(routes['list-items'], async ({ table, caller, query }) => ({
  body: pageReply(await listItems(table, caller.companyId, query, 'live', requestCompaction)),
}))
